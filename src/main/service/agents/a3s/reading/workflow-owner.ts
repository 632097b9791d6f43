import { type Fields, fieldsOf, listOf, textOf, timeOf } from '../fields'
import type { WorkflowCheckpoint } from '../store/checkpoints'
import { isFinal } from '../transcript/lay-out'
import { snapshotOf } from '../transcript/place-runs'

/**
 * Whether a workflow checkpoint may belong to a session. The file names no session: it belongs where a step's child is a subagent
 * of the session, and else to sessions with an unfinished run that began before it, since a checkpoint is left over from work that
 * did not end.
 */
export function mayOwnWorkflow(snapshot: Fields, checkpoint: WorkflowCheckpoint): boolean {
  const children = new Set(listOf(snapshot.subagent_tasks).map((task) => textOf(fieldsOf(task).child_session_id)))
  if (checkpoint.steps.some((step) => children.has(step.outcome.session_id))) return true
  return listOf(snapshot.run_records).some((run) => {
    const created = timeOf(snapshotOf(run).created_at_ms)
    return !isFinal(run) && created !== null && created <= Number(checkpoint.checkpoint_ms)
  })
}

/** Whether any workflow checkpoint could ever belong to the session. */
export function mayOwnAnyWorkflow(snapshot: Fields): boolean {
  return listOf(snapshot.subagent_tasks).length > 0 || listOf(snapshot.run_records).some((run) => !isFinal(run))
}
