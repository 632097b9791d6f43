import type { JsonValue } from '../../../json/json-value'
import type { SourceKey } from '../../adapter'
import { checkpointPaths } from '../reading/checkpoint-files'
import { type Answer, answer } from '../store/answer'
import type { CheckpointKind } from '../store/layout'
import { parseDocument } from '../store/parse-document'
import { readBytes } from '../store/read-bytes'
import type { StoredCheckpoints } from './artifacts-collectable'

/**
 * All checkpoints of a store, current and old, as they are; their versions and keys do not matter here. The first that cannot be read is the
 * answer: what it needs is not known, so nothing may be collected.
 */
export function readStoredCheckpoints(root: string, key: SourceKey): Answer<StoredCheckpoints> {
  const loops = readAll(root, 'loop_checkpoints', 'loop checkpoint', key)
  if (!loops.ok) return loops
  const workflows = readAll(root, 'workflow_checkpoints', 'workflow checkpoint', key)
  return workflows.ok ? answer({ loops: loops.value, workflows: workflows.value }) : workflows
}

function readAll(root: string, kind: CheckpointKind, what: string, key: SourceKey): Answer<readonly JsonValue[]> {
  const documents: JsonValue[] = []
  for (const path of checkpointPaths(root, kind)) {
    const bytes = readBytes(root, path, { key, what, links: 'any' })
    if (!bytes.ok) return bytes
    if (bytes.value === null) continue
    const document = parseDocument(bytes.value, `Failed to parse ${what} from ${path}`)
    if (!document.ok) return document
    documents.push(document.value)
  }
  return answer(documents)
}
