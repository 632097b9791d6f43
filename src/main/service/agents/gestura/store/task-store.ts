import { type Fields, isFields } from '../reading/fields'
import { problemText } from '../sessions/session-findings'
import { unfitId } from '../sessions/session-id'
import { readTaskFile } from '../tasks/read-tasks'
import { type Answer, refused } from './answer'

export type TaskError = 'Io' | 'Serialization' | 'InvalidInput'

/**
 * Loads a task list as strictly as the agent does; a missing file is an empty list. Ids that lead out of the folder are refused,
 * which the agent itself does not do.
 */
export function loadTasks(folder: string, sessionId: string): Answer<Fields, TaskError> {
  const unfit = unfitId(sessionId)
  if (unfit !== null) return refused('InvalidInput', unfit)
  const { exists, unreadable, document } = readTaskFile(folder, sessionId)
  if (!exists) return { ok: true, value: { session_id: sessionId, tasks: [] } }
  if (unreadable !== null) return refused('Io', unreadable)
  const problems = document?.judge().problems ?? []
  if (problems.length > 0 || !isFields(document?.value)) {
    return refused(document?.notUtf8 === true ? 'Io' : 'Serialization', problemText(problems))
  }
  return { ok: true, value: document.value }
}
