import type { Accounting } from '@shared/domain/transcript'
import { type Fields, isFields, listOf } from '../reading/fields'
import type { Slot } from './slots'

/**
 * Counts a session's records: messages, tool calls, activity events, and the paused turn. A call that its message took up, and an
 * event that repeats a message, are shown by that entry. `elements` that are no objects count as kept raw too.
 */
export function accountRecords(slots: readonly Slot[], state: Fields): Accounting {
  const read =
    listOf(state.messages).length +
    listOf(state.tool_calls).length +
    listOf(state.activity_log).length +
    (isFields(state.paused_execution) ? 1 : 0)
  const raw = slots.filter((slot) => slot.kind === 'strange' || (slot.kind === 'event' && !slot.known)).length
  return { read, shown: read - raw, raw, unreadable: 0, unreadableRanges: [] }
}
