import {
  anything,
  defaulted,
  i32,
  list,
  nullable,
  omitted,
  required,
  skipped,
  struct,
  text,
  word
} from '../../../json/shape'
import { time } from './formats'

const backgroundJob = struct(
  required('status', word(['Queued', 'Blocked', 'AwaitingApproval', 'Running', 'Succeeded', 'Failed', 'Cancelled'])),
  omitted('job_id', text),
  omitted('message', text)
)

const task = struct(
  required('id', text),
  required('name', text),
  required('description', text),
  required('status', word(['NotStarted', 'Blocked', 'InProgress', 'Completed', 'Cancelled'])),
  nullable('parent_id', text),
  skipped('blocked_by', list(text)),
  omitted('background_job', backgroundJob),
  defaulted('sort_order', i32, '0'),
  omitted('phase', text),
  required('created_at', time),
  required('updated_at', time),
  required('session_id', text),
  defaulted('source', word(['User', 'Agent', 'Orchestrator']), '"User"'),
  nullable('orchestrator_task_id', text),
  nullable('agent_id', text),
  nullable('metadata', anything)
)

/** A task file: the whole list of one session. */
export const taskList = struct(
  required('session_id', text),
  required('tasks', list(task)),
  omitted('current_task_id', text)
)
