import type { Entry } from '@shared/domain/transcript'
import { type Fields, fieldsOf, listOf, textOf } from '../../json-fields/fields'

type Said = Pick<Entry, 'kind' | 'text' | 'notice' | 'steps'>

/** Records that say nothing to show by themselves. */
export const silentKinds: ReadonlySet<string> = new Set(['session_start', 'session_settings', 'session_end'])

/** The summary that the model goes on from (as public readers of these files describe it; none was seen here). */
export function compactionOf(record: Fields): Said {
  const summary = textOf(record.summaryText) ?? ''
  return {
    kind: 'notice',
    notice: 'compaction',
    text: summary.trim() === '' ? 'The conversation was compacted.' : summary
  }
}

/** How a turn ended; nothing where it was completed. */
export function outcomeNotice(record: Fields): Said | null {
  const reason = textOf(record.reason) ?? 'unknown'
  if (reason === 'completed') return null
  const stopped = /cancel|abort|interrupt|stop/i.test(reason)
  return { kind: 'notice', notice: stopped ? 'interruption' : 'failure', text: `The turn ended: ${reason}.` }
}

/** The list of what is to be done: items, or a text with one line for each. */
export function planOf(record: Fields): Said {
  const todos = Array.isArray(record.todos) ? record.todos : (fieldsOf(record.todos).todos ?? record.todos)
  const text = textOf(todos)
  if (text !== null) return { kind: 'plan', text }
  const steps = listOf(todos).map((each) => {
    const { content, text, description, status } = fieldsOf(each)
    return { text: textOf(content) ?? textOf(text) ?? textOf(description) ?? '', status: textOf(status) ?? 'pending' }
  })
  return { kind: 'plan', text: '', steps }
}
