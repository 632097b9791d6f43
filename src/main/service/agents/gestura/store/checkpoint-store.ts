import { join } from 'node:path'
import { judgePayload, memberOf } from '../checkpoints/judge-payload'
import { canonicalUuid } from '../checkpoints/uuid'
import { fieldsOf, isFields, textOf } from '../reading/fields'
import { listDocuments, stemOf } from '../reading/folder-names'
import { readDocument } from '../reading/read-document'
import { readTextFile } from '../reading/read-file'
import { newestFirst } from '../reading/timestamp'
import { problemText } from '../sessions/session-findings'
import { checkpoint as checkpointShape } from '../shapes/checkpoint-shape'
import { type Answer, refused } from './answer'

export type CheckpointError = 'Io' | 'Serde' | 'NotFound' | 'UnsupportedSchema' | 'InvalidInput'

export interface CheckpointMetadata {
  readonly id: string
  readonly sessionId: string | null
  readonly createdAt: string
  readonly label: string | null
}

interface LoadedCheckpoint {
  readonly metadata: CheckpointMetadata
  readonly payload: unknown
}

/** Loads a checkpoint by its file name as the agent's store does: outer levels typed, the payload any JSON. */
export function loadCheckpoint(folder: string, id: string): Answer<LoadedCheckpoint, CheckpointError> {
  const file = readTextFile(join(folder, `${id}.json`))
  if (file.state === 'missing') return refused('NotFound', 'there is no such file')
  if (file.state === 'unreadable') return refused('Io', file.reason)
  const { value, notUtf8, judge } = readDocument(file, checkpointShape)
  const { problems, exact } = judge()
  if (problems.length > 0 || !isFields(value)) return refused(notUtf8 ? 'Io' : 'Serde', problemText(problems))
  const metadata = fieldsOf(value.metadata)
  return {
    ok: true,
    value: {
      metadata: {
        id: canonicalUuid(textOf(metadata.id) ?? '') ?? '',
        sessionId: textOf(metadata.session_id),
        createdAt: textOf(metadata.created_at) ?? '',
        label: textOf(metadata.label)
      },
      payload: memberOf(memberOf(exact, 'snapshot'), 'payload')
    }
  }
}

/** Whether the agent would restore a checkpoint, with its payload if so. */
export function restoreCheckpoint(folder: string, id: string): Answer<unknown, CheckpointError> {
  const loaded = loadCheckpoint(folder, id)
  if (!loaded.ok) return loaded
  const refusal = judgePayload(loaded.value.payload)
  return refusal === null ? { ok: true, value: loaded.value.payload } : refused(refusal.error, refusal.why)
}

/** The agent's own list, oldest first: one bad file makes all of it fail. */
export function listCheckpointMetadata(folder: string): Answer<readonly CheckpointMetadata[], CheckpointError> {
  const found: CheckpointMetadata[] = []
  for (const name of listDocuments(folder).names) {
    const loaded = loadCheckpoint(folder, stemOf(name))
    if (!loaded.ok) return refused(loaded.error, `${join(folder, name)}: ${loaded.why}`)
    found.push(loaded.value.metadata)
  }
  return { ok: true, value: found.sort((a, b) => newestFirst(b.createdAt, a.createdAt)) }
}
