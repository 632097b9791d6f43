import { asStoredInteger, asStoredText, type StoredValue, textOf } from '../../foreign-sqlite/write/stored-value'
import { asText } from '../json-access'
import { noPrompt } from '../sessions/summary'
import { kindOf, payloadOf, type SessionState, timeOf, withColumns } from './session-state'
import type { StateRow } from './state-bytes'
import { columnOf } from './state-rows'

/** JSON text with its quotes, as `effort` and `reasoning_mode` are stored; one row without them makes the list of tact fail. */
export const asStoredJson = (value: string): StoredValue => asStoredText(JSON.stringify(value))

/**
 * The row of `sessions` as tact had it when the state's last record was written (format page, section 5.1): what `session.started` sets, what
 * changed since, and the time of the last record.
 */
export function sessionRowAt(state: SessionState): StateRow | null {
  const { sessions: row, events } = state
  if (row === null) return null
  const changes: Record<string, StoredValue> = { preview: asStoredText(previewOf(state) ?? noPrompt) }
  const setText = (column: string, value: unknown, as = asStoredText) => {
    const text = asText(value)
    if (text !== null) changes[column] = as(text)
  }
  const setFlag = (value: unknown) => {
    if (typeof value === 'boolean') changes.fast_mode = asStoredInteger(value ? 1 : 0)
  }
  for (const event of events) {
    const kind = kindOf(state, event)
    if (kind === 'tact/session.started') {
      const payload = payloadOf(state, event)
      for (const column of ['workspace', 'model', 'application_version']) setText(column, payload[column])
      for (const column of ['effort', 'reasoning_mode']) setText(column, payload[column], asStoredJson)
      setFlag(payload.fast_mode)
      const at = timeOf(state, event)
      if (at !== null) changes.started_at_ms = asStoredInteger(at)
    } else if (kind === 'tact/effort.changed') setText('effort', payloadOf(state, event).to, asStoredJson)
    else if (kind === 'tact/fast_mode.changed') setFlag(payloadOf(state, event).to)
  }
  const last = events.at(-1)
  const at = last === undefined ? null : timeOf(state, last)
  if (at !== null) changes.updated_at_ms = asStoredInteger(at)
  return withColumns(state, row, changes)
}

/** The first prompt that is not blank, with single spaces (format page, section 6.1). */
function previewOf(state: SessionState): string | null {
  for (const event of state.events) {
    const prompt = textOf(columnOf(state.columns, event, 'prompt_text'))
    const words = prompt?.split(/\p{White_Space}+/u).filter(Boolean) ?? []
    if (words.length > 0) return words.join(' ')
  }
  return null
}
