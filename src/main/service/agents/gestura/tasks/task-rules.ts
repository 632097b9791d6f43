import { JsonObject } from '../../../json/json-value'
import { listIn, objectIn, textIn } from '../reading/change-object'

/** Statuses after which nothing is open any more. */
const terminal = new Set(['Completed', 'Cancelled'])
/** States of a background job that is still to come or under way. */
const underWay = new Set(['Queued', 'Blocked', 'AwaitingApproval', 'Running'])

export type Tasks = readonly JsonObject[]

export const idOf = (task: JsonObject) => textIn(task, 'id') ?? ''

/** Of several tasks with one id the first is meant, as far as is known. */
export function findTask(tasks: Tasks, id: string): JsonObject | undefined {
  return tasks.find((task) => idOf(task) === id)
}

/** Why a task cannot be completed; null when it can (format page, section 6.4). */
export function openBelow(tasks: Tasks, task: JsonObject): string | null {
  const isOpen = (id: string) => {
    const found = findTask(tasks, id)
    return found === undefined || !terminal.has(textIn(found, 'status') ?? '')
  }
  const dependency = dependenciesOf(task).find(isOpen)
  if (dependency !== undefined) return `it waits for ${dependency}`
  const child = descendantIds(tasks, idOf(task)).find(isOpen)
  if (child !== undefined) return `${child} below it is open`
  const job = textIn(objectIn(task, 'background_job'), 'status')
  return job !== null && underWay.has(job) ? `its background job is ${job}` : null
}

export function dependenciesOf(task: JsonObject): readonly string[] {
  return listIn(task, 'blocked_by').filter((each) => typeof each === 'string')
}

/** Whether the first task waits for the second, directly or over others. Cycles that are there already do no harm. */
export function waitsFor(tasks: Tasks, id: string, other: string): boolean {
  const seen = new Set<string>()
  const waiting = [id]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    const task = findTask(tasks, next)
    const below = task === undefined ? [] : dependenciesOf(task)
    if (below.includes(other)) return true
    waiting.push(...below)
  }
  return false
}

/** Everything below a task, parents before children; safe against circles of parents, and never the task itself. */
function descendantIds(tasks: Tasks, id: string): readonly string[] {
  const found: string[] = []
  const seen = new Set([id])
  const waiting = [id]
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    for (const task of tasks) {
      const own = idOf(task)
      if (textIn(task, 'parent_id') !== next || seen.has(own)) continue
      seen.add(own)
      found.push(own)
      waiting.push(own)
    }
  }
  return found
}

export function tasksOf(list: JsonObject): Tasks {
  return listIn(list, 'tasks').filter((task) => task instanceof JsonObject)
}
