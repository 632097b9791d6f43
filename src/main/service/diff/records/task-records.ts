import type { Task, TaskList } from '@shared/domain/task'
import { plainField, type RecordItem } from './record-item'

/** Task lists of both sides under the same names: a list of one place goes with that of the same place, or both with each other where they are alone. */
export function taskRecords(
  a: readonly TaskList[],
  b: readonly TaskList[]
): readonly [readonly RecordItem[], readonly RecordItem[]] {
  const [left, right] = [shown(a), shown(b)]
  const common = left.filter(({ place }) => right.some((other) => other.place === place))
  if (common.length > 0) return [left.flatMap(recordsOf), right.flatMap(recordsOf)]
  const [one, other] = [theOne(left), theOne(right)]
  if (one === undefined || other === undefined) return [left.flatMap(recordsOf), right.flatMap(recordsOf)]
  return [recordsOf({ ...one, place: '' }), recordsOf({ ...other, place: '' })]
}

function shown(lists: readonly TaskList[]): readonly TaskList[] {
  return lists.filter(({ exists, target }) => exists || target)
}

/** The list that a restore would write, or the only one that there is. */
function theOne(lists: readonly TaskList[]): TaskList | undefined {
  return lists.find(({ target }) => target) ?? (lists.length === 1 ? lists[0] : undefined)
}

function recordsOf({ place, tasks, currentTaskId }: TaskList): readonly RecordItem[] {
  const parents: Task[] = []
  return tasks.map((task): RecordItem => {
    parents.length = task.depth
    const parent = parents.at(-1)
    parents[task.depth] = task
    const isCurrent = task.current || task.id === currentTaskId
    return {
      key: task.id,
      group: place,
      label: task.name,
      depth: task.depth,
      fields: [
        plainField('name', task.name),
        plainField('status', task.status, true),
        ...(task.description === undefined ? [] : [plainField('description', task.description)]),
        ...(parent === undefined ? [] : [plainField('below', parent.name)]),
        ...(task.blockedBy?.length ? [plainField('blocked by', task.blockedBy.join(', '))] : []),
        ...(isCurrent ? [plainField('current', 'yes', true)] : [])
      ],
      text: null
    }
  })
}
