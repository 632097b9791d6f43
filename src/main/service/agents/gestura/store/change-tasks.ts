import { JsonObject, type JsonValue, jsonObject } from '../../../json/json-value'
import { parseLossless } from '../../../json/parse-lossless'
import { writePretty } from '../../../json/write-json'
import { writeShape } from '../../../json/write-shape'
import { textIn, withMember } from '../reading/change-object'
import { taskList as taskListShape } from '../shapes/task-shape'
import { readTaskFile } from '../tasks/read-tasks'
import { changedMetadata, type MetadataChange } from '../tasks/task-metadata'
import { dependenciesOf, findTask, idOf, openBelow, type Tasks, tasksOf, waitsFor } from '../tasks/task-rules'
import { type Answer, refused } from './answer'
import { loadTasks, type TaskError } from './task-store'

export type TaskChange =
  | {
      readonly kind: 'create'
      readonly id: string
      readonly name: string
      readonly description: string
      readonly parent?: string
      readonly source?: 'User' | 'Agent' | 'Orchestrator'
    }
  | {
      readonly kind: 'update'
      readonly id: string
      readonly name?: string
      readonly description?: string
      readonly status?: string
    }
  | { readonly kind: 'delete'; readonly id: string }
  /** null clears the pointer. */
  | { readonly kind: 'set-current'; readonly id: string | null }
  | { readonly kind: 'wait-for'; readonly id: string; readonly other: string }
  | { readonly kind: 'record'; readonly id: string; readonly what: MetadataChange }
  /** As an apply of a checkpoint does it: nothing is checked. */
  | { readonly kind: 'replace'; readonly list: JsonValue }

export interface ChangedTasks {
  /** The whole file as the agent would print it, unknown keys kept. */
  readonly text: string
  /** The task that a deletion took out. */
  readonly deleted: JsonObject | null
}

type Changed = Answer<{ readonly list: JsonObject; readonly deleted?: JsonObject }, 'NotFound' | 'InvalidInput'>

/**
 * What the task file of a session would hold after a change, by the rules of the agent's own task manager (format page, section 6.4).
 * Nothing is written.
 */
export function changeTasks(
  folder: string,
  sessionId: string,
  change: TaskChange,
  now: string
): Answer<ChangedTasks, TaskError | 'NotFound'> {
  const loaded = loadTasks(folder, sessionId)
  if (!loaded.ok) return loaded
  const { document } = readTaskFile(folder, sessionId)
  const list = document === null ? emptyList(sessionId) : parseLossless(document.text)
  if (!(list instanceof JsonObject)) return refused('Serialization', 'the file is no task list')
  const changed = changedList(list, change, now)
  if (!changed.ok) return changed
  const text = writePretty(writeShape(changed.value.list, taskListShape))
  return { ok: true, value: { text, deleted: changed.value.deleted ?? null } }
}

function emptyList(sessionId: string): JsonObject {
  return jsonObject([
    ['session_id', sessionId],
    ['tasks', []]
  ])
}

function changedList(list: JsonObject, change: TaskChange, now: string): Changed {
  const tasks = tasksOf(list)
  switch (change.kind) {
    case 'replace':
      return change.list instanceof JsonObject
        ? { ok: true, value: { list: change.list } }
        : refused('InvalidInput', 'this is no task list')
    case 'create':
      return withTasks(list, [...tasks, newTask(list, change, now)])
    case 'set-current':
      return pointedAt(list, tasks, change.id)
    case 'delete':
      return without(list, tasks, change.id)
    case 'update':
      return edited(list, tasks, change.id, (task) => updated(tasks, task, change, now))
    case 'wait-for':
      return edited(list, tasks, change.id, (task) => waiting(tasks, task, change.other, now))
    case 'record':
      return edited(list, tasks, change.id, (task) => {
        const metadata = changedMetadata(task.get('metadata'), change.what)
        if (metadata === null) return refused('InvalidInput', 'its metadata is no object')
        return { ok: true, value: withMember(withMember(task, 'metadata', metadata), 'updated_at', now) }
      })
  }
}

function withTasks(list: JsonObject, tasks: Tasks): Changed {
  return { ok: true, value: { list: withMember(list, 'tasks', tasks) } }
}

function newTask(list: JsonObject, change: Extract<TaskChange, { kind: 'create' }>, now: string): JsonObject {
  const { id, name, description, parent, source = 'User' } = change
  const job = source === 'Orchestrator' ? jsonObject([['status', 'Queued']]) : undefined
  return jsonObject([
    ['id', id],
    ['name', name],
    ['description', description],
    ['status', 'NotStarted'],
    ['parent_id', parent ?? null],
    ['background_job', job],
    ['created_at', now],
    ['updated_at', now],
    ['session_id', textIn(list, 'session_id') ?? ''],
    ['source', source]
  ])
}

function pointedAt(list: JsonObject, tasks: Tasks, id: string | null): Changed {
  if (id !== null && findTask(tasks, id) === undefined) return refused('InvalidInput', `there is no task ${id}`)
  return { ok: true, value: { list: withMember(list, 'current_task_id', id ?? undefined) } }
}

/** Children and dependencies of the task stay as they are. */
function without(list: JsonObject, tasks: Tasks, id: string): Changed {
  const deleted = findTask(tasks, id)
  if (deleted === undefined) return refused('NotFound', `there is no task ${id}`)
  const left = withMember(
    list,
    'tasks',
    tasks.filter((task) => task !== deleted)
  )
  const isCurrent = textIn(list, 'current_task_id') === id
  return { ok: true, value: { list: isCurrent ? withMember(left, 'current_task_id', undefined) : left, deleted } }
}

function edited(
  list: JsonObject,
  tasks: Tasks,
  id: string,
  edit: (task: JsonObject) => Answer<JsonObject, 'NotFound' | 'InvalidInput'>
): Changed {
  const task = findTask(tasks, id)
  if (task === undefined) return refused('NotFound', `there is no task ${id}`)
  const changed = edit(task)
  if (!changed.ok) return changed
  return withTasks(
    list,
    tasks.map((each) => (each === task ? changed.value : each))
  )
}

function updated(
  tasks: Tasks,
  task: JsonObject,
  { name, description, status }: Extract<TaskChange, { kind: 'update' }>,
  now: string
): Answer<JsonObject, 'InvalidInput'> {
  const open = status === 'Completed' ? openBelow(tasks, task) : null
  if (open !== null) return refused('InvalidInput', open)
  let changed = withMember(task, 'updated_at', now)
  for (const [key, value] of Object.entries({ name, description, status })) {
    if (value !== undefined) changed = withMember(changed, key, value)
  }
  return { ok: true, value: changed }
}

function waiting(
  tasks: Tasks,
  task: JsonObject,
  other: string,
  now: string
): Answer<JsonObject, 'NotFound' | 'InvalidInput'> {
  const [id, before] = [idOf(task), dependenciesOf(task)]
  if (findTask(tasks, other) === undefined) return refused('NotFound', `there is no task ${other}`)
  if (other === id) return refused('InvalidInput', 'a task cannot wait for itself')
  if (before.includes(other)) return { ok: true, value: task }
  if (waitsFor(tasks, other, id)) return refused('InvalidInput', 'the two would wait for each other')
  return { ok: true, value: withMember(withMember(task, 'blocked_by', [...before, other]), 'updated_at', now) }
}
