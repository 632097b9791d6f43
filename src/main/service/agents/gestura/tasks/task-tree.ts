import { type Fields, isFields, listOf, textOf } from '../reading/fields'
import { parseTimestamp } from '../reading/timestamp'

export interface TreeTask {
  readonly task: Fields
  readonly depth: number
  /** Caught in a circle of parents or below one: the agent's own tree leaves it out. */
  readonly unreachable: boolean
}

/**
 * Tasks in the order of the agent's tree: roots are those without a parent in the list, siblings go by `sort_order`, then `created_at`,
 * then their place in the file. Those that no root leads to follow at the end.
 */
export function taskTree(list: Fields): readonly TreeTask[] {
  const tasks = listOf(list.tasks).filter(isFields)
  const ids = new Set(tasks.map((task) => textOf(task.id)))
  const children = new Map<string, Fields[]>()
  const roots: Fields[] = []
  for (const task of tasks) {
    const parent = textOf(task.parent_id)
    if (parent === null || !ids.has(parent)) roots.push(task)
    else pushTo(children, parent, task)
  }
  const seen = new Set<Fields>()
  const reached = flatten(roots, children, seen)
  const lost = tasks.filter((task) => !seen.has(task))
  return [...reached, ...lost.map((task) => ({ task, depth: 0, unreachable: true }))]
}

function pushTo(children: Map<string, Fields[]>, parent: string, task: Fields): void {
  const siblings = children.get(parent)
  if (siblings === undefined) children.set(parent, [task])
  else siblings.push(task)
}

/** Depth first without recursion, since a chain of parents may be as long as the file. */
function flatten(
  roots: readonly Fields[],
  children: ReadonlyMap<string, readonly Fields[]>,
  seen: Set<Fields>
): readonly TreeTask[] {
  const result: TreeTask[] = []
  const waiting = inOrder(roots)
    .reverse()
    .map((task) => ({ task, depth: 0 }))
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next.task)) continue
    seen.add(next.task)
    result.push({ ...next, unreachable: false })
    const depth = next.depth + 1
    const below = children.get(textOf(next.task.id) ?? '') ?? []
    waiting.push(
      ...inOrder(below)
        .reverse()
        .map((task) => ({ task, depth }))
    )
  }
  return result
}

function inOrder(tasks: readonly Fields[]): Fields[] {
  return [...tasks].sort((a, b) => order(a) - order(b) || compareCreated(a, b))
}

function order(task: Fields): number {
  return typeof task.sort_order === 'number' ? task.sort_order : 0
}

function compareCreated(a: Fields, b: Fields): number {
  const left = parseTimestamp(textOf(a.created_at) ?? '')?.nanoseconds ?? 0n
  const right = parseTimestamp(textOf(b.created_at) ?? '')?.nanoseconds ?? 0n
  return left < right ? -1 : left > right ? 1 : 0
}
