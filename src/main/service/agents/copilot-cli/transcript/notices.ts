import type { NoticeKind } from '@shared/domain/transcript'
import { type Fields, fieldsOf, numberOf, textOf } from '../../json-fields/fields'

export interface Notice {
  readonly notice: NoticeKind
  readonly text: string
}

type Say = (data: Fields) => Notice | null

/** What events say that are dividers of a transcript (format: section 9; the schema of events that Copilot's public SDK ships). */
const notices: Readonly<Record<string, Say>> = {
  'session.error': ({ message, errorType }) => ({
    notice: 'failure',
    text: textOf(message) ?? textOf(errorType) ?? 'An error without a message.'
  }),
  'session.warning': ({ message }) => ({ notice: 'other', text: textOf(message) ?? 'A warning without a message.' }),
  'session.info': ({ message }) => ({ notice: 'other', text: textOf(message) ?? 'A note without a message.' }),
  'session.model_change': ({ newModel, source }) =>
    // At the start the model is set, not changed.
    source === 'startup' || source === 'agent' ? null : { notice: 'setting', text: `Model: ${textOf(newModel) ?? ''}` },
  'session.mode_changed': ({ newMode }) => ({ notice: 'setting', text: `Mode: ${textOf(newMode) ?? 'unknown'}` }),
  'session.context_changed': ({ cwd }) => ({ notice: 'setting', text: `Directory: ${textOf(cwd) ?? 'unknown'}` }),
  'session.plan_changed': ({ operation }) => ({
    notice: 'other',
    text: `The plan: ${textOf(operation) ?? 'changed'}.`
  }),
  'session.compaction_complete': compaction,
  'session.truncation': ({ messagesRemovedDuringTruncation: count }) => ({
    notice: 'compaction',
    text: `The agent left out ${numberOf(count) ?? 'some'} earlier messages.`
  }),
  'session.context_cleared': ({ messagesCleared }) => ({
    notice: 'compaction',
    text: `The context was cleared: ${numberOf(messagesCleared) ?? 'all'} messages.`
  }),
  'session.snapshot_rewind': ({ eventsRemoved }) => ({
    notice: 'rewind',
    text: `The session was rewound; ${numberOf(eventsRemoved) ?? 'later'} events were removed from it.`
  }),
  'session.handoff': ({ summary }) => ({ notice: 'session', text: textOf(summary) ?? 'The session was handed over.' }),
  'session.task_complete': ({ summary }) => ({ notice: 'run', text: textOf(summary) ?? 'The task is done.' }),
  'skill.invoked': ({ name }) => ({ notice: 'other', text: `Skill: ${textOf(name) ?? 'unnamed'}` }),
  'subagent.failed': ({ error }) => ({
    notice: 'failure',
    text: textOf(error) ?? textOf(fieldsOf(error).message) ?? 'The subagent failed.'
  }),
  'model.call_failure': ({ errorMessage }) => ({
    notice: 'failure',
    text: textOf(errorMessage) ?? 'A request to the model failed.'
  }),
  abort: ({ reason }) => ({ notice: 'interruption', text: `The turn was interrupted: ${textOf(reason) ?? 'unknown'}.` })
}

function compaction({ success, summaryContent, error }: Fields): Notice {
  if (success === false) return { notice: 'failure', text: `The compaction failed: ${textOf(error) ?? 'unknown'}.` }
  return { notice: 'compaction', text: textOf(summaryContent) ?? 'The conversation was compacted.' }
}

/** Undefined for an event that is no divider; null for one that has nothing to say here. */
export function noticeOf(type: string, data: Fields): Notice | null | undefined {
  return Object.hasOwn(notices, type) ? (notices[type]?.(data) ?? null) : undefined
}
