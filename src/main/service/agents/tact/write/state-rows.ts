import { integer, type ReadDatabase, type SqlValue } from '../../foreign-sqlite/read-database'
import { GrowingBytes } from './growing-bytes'
import { checkVersion, columnsOf, columnsSql, userVersionSql, versionOf } from './schema'
import { type Columns, encodedEnd, encodeHeader, encodeRow, type StoredValue, type Table, tables } from './state-bytes'

/** Event ids are after this one, and `LIMIT` of this many is none. */
export const beforeAll = -(2n ** 63n)
const noLimit = -1n

/** An identifier as SQL has it. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * Asks for rows of a session: a letter for the type of each value, then the values, text as its bytes. The session's id is left out, since it
 * is the one that is asked for. `after` and `limit` page through events.
 */
export function rowsSql(table: Table, columns: readonly string[]): string {
  const names = columns.filter((name) => name !== sessionColumn).map(quoted)
  const types = names.map((name) => `substr(typeof(${name}), 1, 1)`).join(' || ')
  const values = names.map((name, index) => {
    return `CASE typeof(${name}) WHEN 'text' THEN CAST(${name} AS BLOB) ELSE ${name} END AS v${index}`
  })
  const order = table === 'events' ? ' AND event_id > ? ORDER BY event_id LIMIT ?' : ''
  return `SELECT ${[`${types} AS types`, ...values].join(', ')} FROM ${table} WHERE ${sessionColumn} = ?${order}`
}

const sessionColumn = 'session_id'

/** The cells of a row of `rowsSql`, in its order, as the values of all its columns. */
export function valuesOf(
  cells: readonly (SqlValue | undefined)[],
  columns: readonly string[],
  session: StoredValue
): readonly StoredValue[] {
  const types = String(cells[0])
  let at = 0
  return columns.map((name) => {
    if (name === sessionColumn) return session
    at += 1
    return storedValue(types.charAt(at - 1), cells[at])
  })
}

function storedValue(type: string, value: SqlValue | undefined): StoredValue {
  switch (type) {
    case 'i':
      return { type: 'integer', value: BigInt(value as bigint) }
    case 'r':
      return { type: 'real', value: Number(value) }
    case 't':
    case 'b':
      // An empty blob arrives as null from some modules.
      return { type: type === 't' ? 'text' : 'blob', value: value instanceof Uint8Array ? value : new Uint8Array() }
    default:
      return nothing
  }
}

const nothing: StoredValue = { type: 'null' }

const sizeSql = `SELECT
  (SELECT total(length(record_json) + length(CAST(ifnull(prompt_text, '') AS BLOB)) + 140) FROM events WHERE session_id = ?) +
  (SELECT total(length(state_zstd)) FROM resume_states WHERE session_id = ?) AS bytes`

/**
 * The state of a session as bytes, all from one look at the database; null when none of the three tables has a row of it. Throws
 * `source.newer` or `source.unreadable` for a store that is not one of tact.
 */
export function readState(database: ReadDatabase, session: string, path: string): Uint8Array | null {
  checkVersion(versionOf(database.all(userVersionSql)), path)
  const columns = columnsOf(database.all(columnsSql), path)
  const bytes = new GrowingBytes(Number(database.get(sizeSql, session, session)?.bytes ?? 0) + 2000)
  const id = asStoredText(session)
  let rows = 0
  bytes.add(encodeHeader({ session, columns }))
  for (const table of tables) {
    const after: SqlValue[] = table === 'events' ? [beforeAll, noLimit] : []
    for (const row of database.iterate(rowsSql(table, columns[table]), session, ...after)) {
      bytes.add(encodeRow(table, valuesOf(Object.values(row), columns[table], id)))
      rows += 1
    }
  }
  bytes.add(encodedEnd)
  return rows === 0 ? null : bytes.bytes()
}

/** Whether any of the three tables has a row of a session. */
export function hasSession(database: ReadDatabase, session: string): boolean {
  return tables.some((table) => database.get(`SELECT 1 AS found FROM ${table} WHERE session_id = ?`, session))
}

/** The value of a column in a row of a state. */
export function columnOf(
  columns: Columns,
  row: { readonly table: Table; readonly values: readonly StoredValue[] },
  name: string
): StoredValue {
  return row.values[columns[row.table].indexOf(name)] ?? { type: 'null' }
}

export function integerOf(value: StoredValue): number | null {
  return value.type === 'integer' ? integer(value.value) : null
}

export function bytesOf(value: StoredValue): Uint8Array | null {
  return value.type === 'text' || value.type === 'blob' ? value.value : null
}

export function textOf(value: StoredValue): string | null {
  return value.type === 'text' ? Buffer.from(value.value).toString('utf8') : null
}

export const asStoredText = (value: string): StoredValue => ({ type: 'text', value: Buffer.from(value) })
export const asStoredInteger = (value: number): StoredValue => ({ type: 'integer', value: BigInt(Math.trunc(value)) })
