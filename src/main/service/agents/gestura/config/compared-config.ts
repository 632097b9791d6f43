import { toPlain } from '../../../json/json-value'
import type { RawConfigDocument } from '../../../redaction/config-rules'
import type { Reading, SourceLocation } from '../../adapter'
import { acceptedCheckpoint } from '../checkpoints/open-checkpoint'
import { placesOf } from '../places'
import { isFields } from '../reading/fields'
import { todaysConfig } from './checkpoint-config'
import { configInUse } from './read-config'

const name = 'configuration'

/**
 * The configuration that a checkpoint holds, or what one made now would hold. A text that Reprise masked when it made the checkpoint stands as that
 * mask, which says nothing of what it was.
 */
export function checkpointConfig(
  source: SourceLocation,
  sessionId: string,
  checkpointId: string | null,
  reading: Reading
): readonly RawConfigDocument[] {
  if (checkpointId === null) {
    const { root, paths } = configInUse(placesOf(source))
    return [{ name, path: paths[0] ?? null, present: true, root: toPlain(todaysConfig(root)), findings: [] }]
  }
  const { path, payload } = acceptedCheckpoint(source, sessionId, checkpointId, reading)
  const present = isFields(payload?.config)
  return [{ name, path, present, root: present ? payload.config : undefined, findings: [] }]
}
