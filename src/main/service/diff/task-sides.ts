import type { TaskList } from '@shared/domain/task'
import { ExpectedFailure } from '@shared/ipc/errors'
import { runSliced } from './align/slices'
import type { Outcome } from './config-sides'
import { pairOrdered } from './records/record-rows'
import { taskRecords } from './records/task-records'
import type { Side } from './side'

/** Compares the task lists of two sides: what they hold, their order and tree, and which task is the current one. */
export async function compareTasks(a: Side, b: Side, signal: AbortSignal): Promise<Outcome> {
  const [left, right] = await Promise.all([a, b].map((side) => listsOf(side, signal)))
  const [one, other] = taskRecords(left ?? [], right ?? [])
  const unknown =
    [left, right].includes(null) ||
    [a, b].some((side, at) => side.kind === 'kept' && (at === 0 ? one : other).length === 0)
  if (!unknown) return { rows: await runSliced(pairOrdered(one, other), signal) }
  // What was not captured is not absent.
  return one.length + other.length === 0 ? { rows: [] } : { because: 'one of the sides holds no task list' }
}

/** null where a checkpoint holds none, which says nothing of whether there were any. */
async function listsOf(side: Side, signal: AbortSignal): Promise<readonly TaskList[] | null> {
  const { kind, source, drafted } = side
  const isOpened = drafted === null || source.adapter.openCheckpoint !== undefined
  if (kind === 'agent' && isOpened && source.adapter.checkpointTasks === undefined) return null
  try {
    return await side.ask('tasks', null, { signal })
  } catch (error) {
    if (error instanceof ExpectedFailure && kind === 'agent' && error.failure.code !== 'cancelled') return null
    throw error
  }
}
