import type { TaskList } from '@shared/domain/task'
import { fail } from '@shared/ipc/errors'
import { valueSpan } from '../../../json/element-spans'
import type { OpenedSession, Reading, SourceLocation } from '../../adapter'
import { placesOf } from '../places'
import { fieldsOf, textOf } from '../reading/fields'
import { fingerprintOf, statOf } from '../reading/read-file'
import type { ReadSession } from '../sessions/read-session'
import { summariseSession } from '../sessions/summarise-session'
import { taskListIn } from '../tasks/read-tasks'
import { SessionTranscript } from '../transcript/session-transcript'
import { layOutSlots } from '../transcript/slots'
import { findCheckpoint, namedFile } from './list-checkpoints'
import type { ReadCheckpoint } from './read-checkpoint'

/**
 * A checkpoint as a session, to look at: what the agent's own restore would give without applying it. Expected failures: `not.found`,
 * `checkpoint.invalid`, each with the agent's kind of error in `data.error`.
 */
export function openCheckpoint(
  source: SourceLocation,
  sessionId: string,
  checkpointId: string,
  reading: Reading
): OpenedSession {
  const read = acceptedCheckpoint(source, sessionId, checkpointId, reading)
  const session = fieldsOf(read.payload?.session)
  const slots = layOutSlots(fieldsOf(session.state))
  const id = textOf(session.id) ?? sessionId
  const opened: ReadSession = {
    path: read.path,
    session,
    slots,
    startIn: (text) => valueSpan(text, ['snapshot', 'payload', 'session'])?.from ?? 0,
    judge: () => ({
      listed: summariseSession(session, slots, { id, layout: 'agent_sessions', state: 'ok', resumable: false }),
      findings: read.findings
    })
  }
  return new SessionTranscript(opened, session, [])
}

/** The task list in a checkpoint, as the agent would write it to the process-wide folder. */
export function checkpointTasks(
  source: SourceLocation,
  sessionId: string,
  checkpointId: string,
  reading: Reading
): readonly TaskList[] {
  const read = acceptedCheckpoint(source, sessionId, checkpointId, reading)
  const id = textOf(fieldsOf(read.payload?.session).id) ?? sessionId
  return [taskListIn('in the checkpoint', read.path, fieldsOf(read.payload?.tasks), id)]
}

/** Changes when the file of a checkpoint does; null when there is none. */
export function checkpointFingerprint(
  source: SourceLocation,
  sessionId: string,
  checkpointId: string,
  reading: Reading
): string | null {
  const { checkpoints } = placesOf(source)
  const path =
    namedFile(checkpoints, checkpointId) ?? findCheckpoint(checkpoints, sessionId, checkpointId, reading.now())?.path
  const stat = path === undefined ? null : statOf(path)
  return stat === null ? null : fingerprintOf(stat)
}

/** A checkpoint that the agent would restore. Expected failures as above. */
export function acceptedCheckpoint(
  source: SourceLocation,
  sessionId: string,
  checkpointId: string,
  reading: Reading
): ReadCheckpoint {
  const read = findCheckpoint(placesOf(source).checkpoints, sessionId, checkpointId, reading.now())
  if (read === undefined) {
    return fail('not.found', `Session ${sessionId} has no checkpoint ${checkpointId}.`, { data: { error: 'NotFound' } })
  }
  const { refusal, path } = read
  if (refusal !== null) {
    return fail('checkpoint.invalid', `gestura would not restore this checkpoint: ${refusal.why}.`, {
      advice: 'Choose another checkpoint.',
      data: { error: refusal.error, path }
    })
  }
  return read
}
