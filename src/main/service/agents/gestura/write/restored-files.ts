import type { JsonValue } from '../../../json/json-value'
import { parseLossless } from '../../../json/parse-lossless'
import { writePretty } from '../../../json/write-json'
import { writeShape } from '../../../json/write-shape'
import { memberOf } from '../checkpoints/judge-payload'
import type { ReadCheckpoint } from '../checkpoints/read-checkpoint'
import { session as sessionShape } from '../shapes/session-shape'
import { taskList as taskListShape } from '../shapes/task-shape'

/** What an apply writes: the two files of a checkpoint's payload, byte for byte as the agent would print them, unknown keys kept. */
export interface RestoredFiles {
  readonly sessionId: string
  readonly session: Uint8Array
  readonly tasks: Uint8Array
  /** The configuration inside, which nothing is written from. */
  readonly config: JsonValue
}

/** Only for a checkpoint that the agent would restore. */
export function restoredFiles(read: ReadCheckpoint): RestoredFiles {
  const payload = memberOf(memberOf(parseLossless(read.document?.text ?? 'null'), 'snapshot'), 'payload')
  const session = memberOf(payload, 'session') as JsonValue
  return {
    sessionId: memberOf(session, 'id') as string,
    session: Buffer.from(writePretty(writeShape(session, sessionShape))),
    tasks: Buffer.from(writePretty(writeShape(memberOf(payload, 'tasks') as JsonValue, taskListShape))),
    config: memberOf(payload, 'config') as JsonValue
  }
}
