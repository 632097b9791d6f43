import {
  type Columns as ColumnsOf,
  type DecodedState as DecodedStateOf,
  decodeState as decode,
  encodeHeader as encodeHeaderOf,
  encodeRow as encodeRowOf,
  type RowFormat,
  type StateHeader as StateHeaderOf,
  type StateRow as StateRowOf
} from '../../foreign-sqlite/write/row-format'
import type { StoredValue } from '../../foreign-sqlite/write/stored-value'

/** The three tables of a session, in the order in which its rows stand in the bytes. */
export const tables = ['sessions', 'events', 'resume_states'] as const
export type Table = (typeof tables)[number]

export type Columns = ColumnsOf<Table>
export type StateHeader = StateHeaderOf<Table>
export type StateRow = StateRowOf<Table>
export type DecodedState = DecodedStateOf<Table>

/** Events refer to the session's row, so that one comes first. */
export const tactRows: RowFormat<Table> = {
  name: 'tact-session',
  version: 1,
  agent: 'tact',
  tables: [
    { name: 'sessions', mark: 0x53, owner: 'session_id', key: null },
    { name: 'events', mark: 0x45, owner: 'session_id', key: 'event_id' },
    { name: 'resume_states', mark: 0x52, owner: 'session_id', key: null }
  ]
}

export const encodeHeader = (header: StateHeader): Uint8Array => encodeHeaderOf(tactRows, header)

export const encodeRow = (table: Table, values: readonly StoredValue[]): Uint8Array =>
  encodeRowOf(tactRows, table, values)

/** Reads the bytes of a state. Throws `bad.input` when they are not one, at the header or at the row that is wrong. */
export const decodeState = (content: Uint8Array): DecodedState => decode(tactRows, content)
