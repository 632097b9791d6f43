import { JsonObject, type JsonValue } from '../../../json/json-value'
import { type Answer, answer, refuse } from '../store/answer'
import { validateSnapshot } from '../validation/validate-snapshot'
import { editList, editMember, withMember } from './document-edits'
import { fitsReview } from './review'

/**
 * The snapshot under another id and workspace, as the crate's `fork_for_session` makes it (format 4.3): owners of runs, of
 * subagent tasks and of review findings follow, everything else stays. Writes nothing.
 */
export function forkSnapshot(snapshot: JsonObject, newId: string, workspace: string): Answer<JsonObject> {
  const session = snapshot.get('session') as JsonObject
  const source = brokenRule(snapshot, session.get('id') as string)
  if (source !== null) return source
  if ((session.get('durable_source') ?? null) !== null) {
    return refuse('fork-durable-source', 'durable session fork requires explicit source admission')
  }
  if (newId.trim() === '') return refuse('fork-blank-id', 'forked session id cannot be empty')
  const fork = rebound(snapshot, newId, workspace)
  if (fork.get('session_review') instanceof JsonObject && !fitsReview(newId)) {
    return refuse('invariant-broken', 'session review sessionId is invalid')
  }
  return brokenRule(fork, newId) ?? answer(fork)
}

/** The first broken rule of a snapshot as a refusal; null when every one holds (format 4.2). */
export function brokenRule(snapshot: JsonValue, id: string) {
  const [problem] = validateSnapshot(snapshot, id)
  return problem === undefined ? null : refuse('invariant-broken', problem.message)
}

function rebound(snapshot: JsonObject, id: string, workspace: string): JsonObject {
  const session = editMember(snapshot, 'session', (value) =>
    editMember(withMember(value, 'id', id), 'config', (config) => withMember(config, 'workspace', workspace))
  )
  const runs = editList(session, 'run_records', (run) =>
    editMember(run, 'snapshot', (inner) => withMember(inner, 'session_id', id))
  )
  const tasks = editList(runs, 'subagent_tasks', (task) =>
    task.get('parent_session_id') === '' ? task : withMember(task, 'parent_session_id', id)
  )
  return editMember(tasks, 'session_review', (review) =>
    editList(withMember(review, 'sessionId', id), 'findings', (finding) => withMember(finding, 'sessionId', id))
  )
}
