import { list, omitted, required, single, skipped, struct, text, word } from '../../../json/shape'
import { time } from './formats'

const resource = struct(
  required('id', text),
  required('kind', word(['message', 'tool_call', 'file', 'command', 'web', 'task', 'knowledge', 'other'])),
  required('label', text),
  required('value', text),
  required('source', text),
  omitted('tool_call_id', text),
  required('created_at', time),
  required('updated_at', time)
)

const finding = struct(
  required('id', text),
  required('claim', text),
  skipped('evidence', list(text)),
  required('source', text),
  required('confidence', single),
  omitted('tool_call_id', text),
  required('created_at', time),
  required('updated_at', time)
)

const decision = struct(
  required('id', text),
  omitted('reference_id', text),
  required('summary', text),
  omitted('rationale', text),
  skipped('tags', list(text)),
  required('created_at', time),
  required('updated_at', time)
)

const blocker = struct(
  required('id', text),
  required('summary', text),
  omitted('detail', text),
  required('status', word(['open', 'resolved'])),
  required('created_at', time),
  required('updated_at', time)
)

const timelineEntry = struct(
  required('id', text),
  required('kind', word(['user_goal', 'assistant_summary', 'narration', 'tool_insight', 'handoff'])),
  required('summary', text),
  omitted('detail', text),
  omitted('tool_call_id', text),
  required('created_at', time)
)

/** What the agent remembers between turns. Its caps are not enforced on reading. */
export const workingMemory = struct(
  omitted('directive_id', text),
  omitted('active_task_id', text),
  omitted('summary', text),
  skipped('next_actions', list(text)),
  skipped('open_questions', list(text)),
  skipped('resources', list(resource)),
  skipped('findings', list(finding)),
  skipped('decisions', list(decision)),
  skipped('blockers', list(blocker)),
  skipped('timeline', list(timelineEntry))
)
