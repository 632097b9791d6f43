import type { Task, TaskList } from '@shared/domain/task'
import type { SourceKey } from '../../adapter'
import { fieldsOf, listOf, textOf } from '../fields'
import { findSession } from './find-session'

/** The session's own task list (format 2.6). Old files call it `todos`. */
export function readSessionTasks(root: string, id: string, key: SourceKey): readonly TaskList[] {
  const read = findSession(root, id, key, 'quick')
  if (read === null || read.snapshot === null) return []
  const session = fieldsOf(read.snapshot.session)
  const tasks = listOf(session.tasks ?? session.todos).map(taskOf)
  const current = tasks.find((task) => task.current)?.id ?? null
  return [
    { place: 'session', path: read.path, exists: true, target: false, currentTaskId: current, tasks, findings: [] }
  ]
}

function taskOf(value: unknown): Task {
  const task = fieldsOf(value)
  const dependencies = listOf(task.dependencies).filter((id) => typeof id === 'string')
  const criteria = textOf(task.success_criteria)
  return {
    id: textOf(task.id),
    name: textOf(task.content) || textOf(task.description),
    status: textOf(task.status),
    depth: 0,
    current: task.status === 'in_progress',
    ...(criteria !== '' && { description: criteria }),
    ...(dependencies.length > 0 && { blockedBy: dependencies })
  }
}
