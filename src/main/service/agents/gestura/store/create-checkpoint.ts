import { join } from 'node:path'
import { JsonNumber, type JsonValue, jsonObject } from '../../../json/json-value'
import { parseLossless } from '../../../json/parse-lossless'
import { writePretty } from '../../../json/write-json'
import { writeShape } from '../../../json/write-shape'
import { dropUnfit } from '../checkpoints/drop-unfit'
import { judgePayload, memberOf } from '../checkpoints/judge-payload'
import { payloadValue } from '../checkpoints/payload-value'
import { checkpointConfigOf } from '../config/checkpoint-config'
import { readDocument } from '../reading/read-document'
import { readTextFile } from '../reading/read-file'
import { problemText } from '../sessions/session-findings'
import { checkpoint as checkpointShape, payloadSchema } from '../shapes/checkpoint-shape'
import { session as sessionShape } from '../shapes/session-shape'
import { checkpointConfig } from '../shapes/settings-shape'
import { taskList as taskListShape } from '../shapes/task-shape'
import { type Answer, refused } from './answer'
import type { CheckpointError } from './checkpoint-store'
import { loadSession } from './session-store'
import { loadTasks } from './task-store'

/** Every kind of the agent's own checkpoint errors (format page, section 3.5). */
export type CreateError = CheckpointError | 'AgentSession' | 'Tasks'

/** Where a new checkpoint is made from. */
export interface CheckpointGround {
  /** Folder of the session store. */
  readonly sessions: string
  /** Folder of the process-wide task lists. */
  readonly tasks: string
  /** The configuration as it was read; undefined for none that the agent would read. */
  readonly config: unknown
}

export interface NewCheckpoint {
  readonly id: string
  readonly sessionId: string
  readonly label: string | null
  /** As the agent prints times. */
  readonly createdAt: string
}

/** A checkpoint file that the agent accepts, and what could not be taken into it. */
export interface MadeCheckpoint {
  readonly text: string
  readonly messages: number
  readonly tasks: number
  /** Values below keys that the agent does not know, which a payload could not hold. */
  readonly dropped: number
}

/** Levels that a checkpoint has around the session and the task list in it. */
const levelsAround = 3

/**
 * Makes the file of a session checkpoint from what lies on the disk, in the agent's order: session, task list, validation (format page,
 * section 4.2). Unlike there, the configuration is masked, and a file that could not be read back is an error before anything is written.
 */
export function makeCheckpoint(ground: CheckpointGround, made: NewCheckpoint): Answer<MadeCheckpoint, CreateError> {
  const loaded = loadSession(ground.sessions, made.sessionId)
  if (!loaded.ok) return refused('AgentSession', `the session cannot be loaded (${loaded.error}): ${loaded.why}`)
  const list = loadTasks(ground.tasks, made.sessionId)
  if (!list.ok) return refused('Tasks', `the task list cannot be loaded (${list.error}): ${list.why}`)
  if (loaded.value.id !== list.value.session_id) {
    return refused('InvalidInput', 'the session and its task list carry different session ids')
  }
  if (loaded.value.id !== made.sessionId) {
    return refused('InvalidInput', 'the session file carries another session id than its name')
  }
  const session = dropUnfit(exactly(join(ground.sessions, `${made.sessionId}.json`)), sessionShape, levelsAround + 1)
  const tasks = dropUnfit(tasksOf(ground.tasks, made.sessionId), taskListShape, levelsAround + 1)
  const text = writePretty(document(made, session.value, tasks.value, checkpointConfigOf(ground.config)))
  const refusal = refusalOf(text)
  if (refusal !== null) return refusal
  return {
    ok: true,
    value: {
      text,
      messages: lengthOf(memberOf(memberOf(session.value, 'state'), 'messages')),
      tasks: lengthOf(memberOf(tasks.value, 'tasks')),
      dropped: session.dropped + tasks.dropped
    }
  }
}

function document(made: NewCheckpoint, session: JsonValue, tasks: JsonValue, config: JsonValue): JsonValue {
  const payload = jsonObject([
    ['config', payloadValue(config, checkpointConfig)],
    ['schema_version', new JsonNumber(String(payloadSchema))],
    ['session', payloadValue(writeShape(session, sessionShape), sessionShape)],
    ['tasks', payloadValue(writeShape(tasks, taskListShape), taskListShape)]
  ])
  return jsonObject([
    [
      'metadata',
      jsonObject([
        ['id', made.id],
        ['session_id', made.sessionId],
        ['created_at', made.createdAt],
        ['label', made.label?.toWellFormed() ?? null]
      ])
    ],
    [
      'snapshot',
      jsonObject([
        ['session_id', made.sessionId],
        ['payload', payload]
      ])
    ]
  ])
}

/** Reads the file that would be written as the agent will: first as its store does, then as its restore does. */
function refusalOf(text: string): ReturnType<typeof refused<CreateError>> | null {
  const judged = readDocument({ text, byteOrderMark: false, validUtf8: true }, checkpointShape).judge()
  if (judged.problems.length > 0) {
    return refused('Serde', `gestura could not read the checkpoint back: ${problemText(judged.problems)}`)
  }
  const refusal = judgePayload(memberOf(memberOf(judged.exact, 'snapshot'), 'payload'))
  return refusal === null ? null : refused(refusal.error, refusal.why)
}

function exactly(path: string): JsonValue {
  const file = readTextFile(path)
  // It was read a moment ago; if it is gone by now, the plan is made again.
  return file.state === 'read' ? parseLossless(file.text) : null
}

function tasksOf(folder: string, sessionId: string): JsonValue {
  return (
    exactly(join(folder, `${sessionId}.json`)) ??
    jsonObject([
      ['session_id', sessionId],
      ['tasks', []]
    ])
  )
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0
}
