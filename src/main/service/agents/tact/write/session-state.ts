import { GrowingBytes } from '../../foreign-sqlite/write/growing-bytes'
import { encodedEnd } from '../../foreign-sqlite/write/row-format'
import { bytesOf, type StoredValue } from '../../foreign-sqlite/write/stored-value'
import { asObject, asText, type JsonObject } from '../json-access'
import { type Decoded, decodeRow, peekKind, peekSequence } from '../record'
import { decodeState, encodeHeader, encodeRow, type StateHeader, type StateRow, type Table } from './state-bytes'
import { columnOf, eventIdOf } from './state-rows'

/** The rows of a session, sorted out. They are views into the bytes that they were decoded from. */
export interface SessionState extends StateHeader {
  readonly sessions: StateRow | null
  /** Ascending by event id. */
  readonly events: readonly StateRow[]
  readonly resumeState: StateRow | null
}

/** Throws `bad.input` when the bytes are no state. */
export function parseState(content: Uint8Array): SessionState {
  const { session, columns, rows } = decodeState(content)
  const events: StateRow[] = []
  let sessions: StateRow | null = null
  let resumeState: StateRow | null = null
  for (const row of rows()) {
    if (row.table === 'events') events.push(row)
    else if (row.table === 'sessions') sessions = row
    else resumeState = row
  }
  return { session, columns, sessions, events, resumeState }
}

/** The bytes of a state; the other way round of `parseState`. */
export function stateBytes(state: SessionState): Uint8Array {
  const rows = [state.sessions, ...state.events, state.resumeState].filter((row) => row !== null)
  const bytes = new GrowingBytes(rows.reduce((sum, row) => sum + row.bytes.length, 2000))
  bytes.add(encodeHeader(state))
  for (const row of rows) bytes.add(row.bytes)
  bytes.add(encodedEnd)
  return bytes.bytes()
}

/** A row with other values in some of its columns. */
export function withColumns(
  header: StateHeader,
  row: StateRow,
  changes: Readonly<Record<string, StoredValue>>
): StateRow {
  const values = row.values.map((value, index) => changes[header.columns[row.table][index] ?? ''] ?? value)
  return { table: row.table, values, bytes: encodeRow(row.table, values) }
}

/** A new row; columns without a value are null. */
export function newRow(header: StateHeader, table: Table, given: Readonly<Record<string, StoredValue>>): StateRow {
  const values = header.columns[table].map((name): StoredValue => given[name] ?? { type: 'null' })
  return { table, values, bytes: encodeRow(table, values) }
}

/** The record of an event, which may be none that can be read. */
export function recordBytes(header: StateHeader, row: StateRow): Uint8Array | null {
  return bytesOf(columnOf(header.columns, row, 'record_json'))
}

const stored = (header: StateHeader, row: StateRow) => ({
  eventId: Number(eventIdOf(row)),
  bytes: recordBytes(header, row)
})

export function decodeEvent(header: StateHeader, row: StateRow): Decoded {
  return decodeRow(stored(header, row))
}

/** `<source>/<type>`; empty when the record cannot be read. */
export function kindOf(header: StateHeader, row: StateRow): string {
  const quick = peekKind(stored(header, row))
  if (quick !== null) return quick
  const decoded = decodeEvent(header, row)
  return decoded.state === 'ok' ? decoded.record.kind : ''
}

export function sequenceOf(header: StateHeader, row: StateRow): number | null {
  return peekSequence(stored(header, row))
}

export function payloadOf(header: StateHeader, row: StateRow): JsonObject {
  const decoded = decodeEvent(header, row)
  return decoded.state === 'ok' ? decoded.record.payload : {}
}

/** When the record was made, in Unix ms; null also for a number that no column can hold. */
export function timeOf(header: StateHeader, row: StateRow): number | null {
  const decoded = decodeEvent(header, row)
  const at = decoded.state === 'ok' ? decoded.record.at : null
  return at !== null && Number.isSafeInteger(Math.trunc(at)) ? at : null
}

/** What the first `session.started` says of a fork; null for a session that is none, or takes no rows of its parent. */
export function originOf(state: SessionState): { readonly parent: string; readonly sequence: number } | null {
  const start = state.events.find((row) => kindOf(state, row) === 'tact/session.started')
  const payload = start === undefined ? {} : asObject(payloadOf(state, start))
  const parent = asText(payload.parent_session_id)
  const sequence = payload.parent_sequence
  return parent !== null && typeof sequence === 'number' && sequence > 0 ? { parent, sequence } : null
}
