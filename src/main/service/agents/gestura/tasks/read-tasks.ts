import { join } from 'node:path'
import type { Finding } from '@shared/domain/finding'
import type { Task, TaskList } from '@shared/domain/task'
import type { TaskPlace } from '../places'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../reading/fields'
import { type JsonDocument, readDocument } from '../reading/read-document'
import { readTextFile } from '../reading/read-file'
import { millisecondsOf } from '../reading/timestamp'
import { problemText } from '../sessions/session-findings'
import { unfitId } from '../sessions/session-id'
import { taskList as taskListShape } from '../shapes/task-shape'
import { type TreeTask, taskTree } from './task-tree'

/** One task file, missing ones included: the agent takes a missing file for an empty list. */
export interface ReadTasks {
  readonly path: string
  readonly exists: boolean
  readonly document: JsonDocument | null
  /** Why the file could not be read at all. */
  readonly unreadable: string | null
}

/** Reads the task file of a session in one place. The id must be fit for a file name. */
export function readTaskFile(folder: string, sessionId: string): ReadTasks {
  const path = join(folder, `${sessionId}.json`)
  const file = readTextFile(path)
  if (file.state === 'missing') return { path, exists: false, document: null, unreadable: null }
  if (file.state === 'unreadable') return { path, exists: true, document: null, unreadable: file.reason }
  return { path, exists: true, document: readDocument(file, taskListShape), unreadable: null }
}

/** Number of tasks in a file; 0 when it is missing or cannot be shown. */
export function countTasks(read: ReadTasks): number {
  return listOf(fieldsOf(read.document?.value).tasks).length
}

/** The lists of a session in all three places. */
export function listTasks(places: readonly TaskPlace[], sessionId: string): readonly TaskList[] {
  const unfit = unfitId(sessionId)
  return places.map((place) => {
    if (unfit !== null) return emptyList(place, place.path, [unfitTaskId(place.path, unfit)])
    return taskListOf(place, readTaskFile(place.path, sessionId), sessionId)
  })
}

function taskListOf(place: TaskPlace, read: ReadTasks, sessionId: string): TaskList {
  if (!read.exists) return emptyList(place, read.path, [])
  const value = read.document?.value
  if (!isFields(value)) {
    const reason = read.unreadable ?? read.document?.judge().problems[0]?.problem ?? 'it is no task list'
    return { ...emptyList(place, read.path, [unreadableTasks(read.path, reason)]), exists: true }
  }
  return { ...shownList(read, value, sessionId), place: place.name, target: place.target }
}

/** A list that stands inside another file, such as a checkpoint's. `path` is that of the file. */
export function taskListIn(place: string, path: string, list: Fields, sessionId: string): TaskList {
  return { ...shownList({ path, document: null }, list, sessionId), place, target: false }
}

function shownList(
  read: Pick<ReadTasks, 'path' | 'document'>,
  list: Fields,
  sessionId: string
): Omit<TaskList, 'place' | 'target'> {
  const current = textOf(list.current_task_id)
  const tree = taskTree(list)
  return {
    path: read.path,
    exists: true,
    currentTaskId: current,
    tasks: tree.map((item) => shownTask(item, current)),
    findings: taskFindings(read, list, tree, sessionId)
  }
}

function emptyList(place: TaskPlace, path: string, findings: Finding[]): TaskList {
  return { place: place.name, path, exists: false, target: place.target, currentTaskId: null, tasks: [], findings }
}

function shownTask({ task, depth }: TreeTask, current: string | null): Task {
  const id = textOf(task.id) ?? ''
  const blockedBy = listOf(task.blocked_by).filter((each) => typeof each === 'string')
  const description = textOf(task.description)
  return {
    id,
    name: textOf(task.name) ?? 'Task without a name',
    status: textOf(task.status) ?? 'unknown',
    depth,
    current: current !== null && id === current,
    updatedAt: millisecondsOf(task.updated_at),
    ...(description ? { description } : {}),
    ...(blockedBy.length > 0 ? { blockedBy } : {})
  }
}

type Add = (code: string, severity: Finding['severity'], what: string) => void

function taskFindings(
  read: Pick<ReadTasks, 'path' | 'document'>,
  list: Fields,
  tree: readonly TreeTask[],
  sessionId: string
): Finding[] {
  const findings: Finding[] = []
  const add: Add = (code, severity, what) =>
    findings.push({ code: `gestura.tasks.${code}`, severity, what, where: read.path })
  const problems = read.document?.judge().problems ?? []
  if (problems.length > 0)
    add(
      'refused',
      'problem',
      `gestura cannot read this list, so nothing can be done with its tasks: ${problemText(problems)}.`
    )
  const own = textOf(list.session_id)
  if (own !== null && own !== sessionId)
    add(
      'other-session',
      'problem',
      'The list says that it belongs to another session: gestura shows it here, and writes its next change elsewhere.'
    )
  findInTree(tree, add)
  findMissing(tree, textOf(list.current_task_id), add)
  return findings
}

/** Tasks whose place in the tree, or whose id, is not clear. */
function findInTree(tree: readonly TreeTask[], add: Add): void {
  const lost = tree.filter((item) => item.unreachable).length
  if (lost > 0)
    add(
      'parent-cycle',
      'notice',
      `${lost} tasks are each other's parents, or below such tasks. gestura does not show them; they stand at the end here.`
    )
  if (idsOf(tree).size < tree.length)
    add('same-id', 'notice', 'Several tasks have one id: which of them a change meets is not known.')
}

/** What tasks and the list name that is not in the list. */
function findMissing(tree: readonly TreeTask[], current: string | null, add: Add): void {
  const known = idsOf(tree)
  const orphans = tree.filter(({ task }) => typeof task.parent_id === 'string' && !known.has(task.parent_id)).length
  if (orphans > 0)
    add(
      'parent-missing',
      'info',
      `${orphans} tasks name a parent that is not in the list. They stand at the top level.`
    )
  if (current !== null && !known.has(current)) add('current-missing', 'notice', 'The current task is not in the list.')
  const waiting = tree.filter(({ task }) => listOf(task.blocked_by).some((each) => !known.has(textOf(each)))).length
  if (waiting > 0)
    add(
      'dependency-missing',
      'info',
      `${waiting} tasks wait for a task that is not in the list, and cannot be completed.`
    )
}

function idsOf(tree: readonly TreeTask[]): ReadonlySet<string | null> {
  return new Set(tree.map(({ task }) => textOf(task.id)))
}

function unreadableTasks(path: string, reason: string): Finding {
  return {
    code: 'gestura.tasks.unreadable',
    severity: 'problem',
    what: `This task list cannot be read: ${reason}. gestura fails on every task command of this session.`,
    where: path,
    can: 'Put the session back to a checkpoint, which writes the list anew.'
  }
}

function unfitTaskId(path: string, reason: string): Finding {
  return {
    code: 'gestura.tasks.id',
    severity: 'notice',
    what: `The session's id cannot name a task file: ${reason}.`,
    where: path,
    does: 'Reprise does not follow such a path.'
  }
}
