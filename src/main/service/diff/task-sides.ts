import { runSliced } from './align/slices'
import type { Outcome } from './config-sides'
import { pairOrdered } from './records/record-rows'
import { taskRecords } from './records/task-records'
import type { Side } from './side'

/** Compares the task lists of two sides: what they hold, their order and tree, and which task is the current one. */
export async function compareTasks(a: Side, b: Side, signal: AbortSignal): Promise<Outcome> {
  const unknown = [a, b].some(({ kind, source }) => kind === 'agent' && source.adapter.checkpointTasks === undefined)
  if (unknown) return { because: 'checkpoints of this agent hold no task lists' }
  const [left, right] = await Promise.all([a, b].map((side) => side.ask('tasks', null, { signal })))
  const [one, other] = taskRecords(left ?? [], right ?? [])
  const missing = [a, b].find((side, at) => side.kind === 'kept' && (at === 0 ? one : other).length === 0)
  if (missing !== undefined && one.length + other.length > 0) return { because: 'the kept copy holds no task list' }
  return { rows: await runSliced(pairOrdered(one, other), signal) }
}
