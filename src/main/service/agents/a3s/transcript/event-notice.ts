import type { NoticeKind } from '@shared/domain/transcript'
import { type Fields, fieldsOf, listOf, textOf } from '../fields'
import { knownEventTypes } from '../format/event-shapes'

/** What an event shows by itself: a notice, a plan, itself as it is (unknown type), or nothing because another entry has it. */
export type EventShown =
  | { readonly as: 'notice'; readonly notice: NoticeKind; readonly text: string }
  | { readonly as: 'plan' }
  | { readonly as: 'raw' }
  | { readonly as: 'nothing' }

const nothing: EventShown = { as: 'nothing' }
const notice = (kind: NoticeKind, text: string): EventShown => ({ as: 'notice', notice: kind, text })

const notices: Readonly<Record<string, (event: Fields) => EventShown>> = {
  planning_end: () => ({ as: 'plan' }),
  context_compacted: (event) =>
    notice(
      'compaction',
      withDetail(
        `The context was compacted from ${event.before_messages} to ${event.after_messages} messages`,
        event.summary
      )
    ),
  run_control_applied: (event) =>
    event.operation === 'interrupt'
      ? notice('interruption', withDetail('The run was interrupted', event.reason))
      : notice('run', withDetail('The run was steered', event.input)),
  error: (event) => notice('failure', withDetail('The agent met an error', event.message)),
  persistence_failed: (event) =>
    notice('failure', withDetail(`Saving failed (${textOf(event.operation)})`, event.error)),
  command_dead_lettered: (event) =>
    notice('failure', withDetail(`A command was given up after ${event.attempts} attempts`, event.error)),
  permission_denied: (event) =>
    notice('other', withDetail(`Permission denied for ${textOf(event.tool_name)}`, event.reason)),
  confirmation_timeout: (event) => notice('other', `Nobody confirmed in time: ${textOf(event.action_taken)}`),
  user_question: (event) =>
    notice(
      'other',
      withDetail(
        textOf(event.question),
        listOf(event.options)
          .filter((o) => typeof o === 'string')
          .join(', ')
      )
    ),
  agent_mode_changed: (event) =>
    notice('setting', withDetail(`Mode ${textOf(event.mode)}, agent ${textOf(event.agent)}`, event.description)),
  goal_extracted: (event) => notice('run', withDetail('Goal', fieldsOf(event.goal).description)),
  goal_achieved: (event) => notice('run', withDetail('Goal achieved', event.goal)),
  budget_threshold_hit: (event) =>
    notice('run', withDetail(`Budget ${textOf(event.resource)}: ${event.consumed} of ${event.limit}`, event.message)),
  passivation_requested: (event) => notice('session', withDetail('The session was asked to rest', event.reason)),
  peer_invocation: (event) => notice('session', `Called by session ${textOf(event.from_session_id)}`)
}

/** What an event of a run shows. Text deltas, tool events, usage and the like are part of other entries (format 3.6). */
export function showEvent(event: unknown): EventShown {
  const fields = fieldsOf(event)
  const type = textOf(fields.type)
  if (!knownEventTypes.has(type)) return { as: 'raw' }
  return notices[type]?.(fields) ?? nothing
}

/** Whether an event shows anything at all. */
export function showsEvent(event: unknown): boolean {
  const type = textOf(fieldsOf(event).type)
  return !knownEventTypes.has(type) || notices[type] !== undefined
}

function withDetail(head: string, detail: unknown): string {
  const text = textOf(detail).trim()
  return text === '' ? head : `${head}: ${text}`
}
