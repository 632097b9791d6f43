import { integer, type ReadDatabase, type SqlRow, type SqlValue } from '../database/read-database'
import { GrowingBytes } from './growing-bytes'
import { checkVersion, columnsOf, columnsSql, userVersionSql, versionOf } from './schema'
import { type Columns, encodedEnd, encodeHeader, encodeRow, type StoredValue, type Table, tables } from './state-bytes'

const keys: Readonly<Record<Table, string>> = {
  sessions: 'session_id',
  events: 'session_id',
  resume_states: 'session_id'
}

/** Event ids are after this one, and `LIMIT` of this many is none. */
export const beforeAll = -(2n ** 63n)
const noLimit = -1n

/** An identifier as SQL has it. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Asks for rows of a session with the type of each value; `after` and `limit` page through events. */
export function rowsSql(table: Table, columns: readonly string[]): string {
  const values = columns.map((name, index) => {
    const column = quoted(name)
    return `typeof(${column}) AS t${index},
      CASE typeof(${column}) WHEN 'text' THEN CAST(${column} AS BLOB) ELSE ${column} END AS v${index}`
  })
  const where = `FROM ${table} WHERE ${keys[table]} = ?`
  const order = table === 'events' ? ' AND event_id > ? ORDER BY event_id LIMIT ?' : ''
  return `SELECT ${values.join(', ')} ${where}${order}`
}

/** A row of `rowsSql`. */
export function valuesOf(row: SqlRow, count: number): readonly StoredValue[] {
  return Array.from({ length: count }, (_, index) => storedValue(row[`t${index}`], row[`v${index}`]))
}

function storedValue(type: SqlValue | undefined, value: SqlValue | undefined): StoredValue {
  switch (type) {
    case 'integer':
      return { type, value: BigInt(value as bigint) }
    case 'real':
      return { type, value: Number(value) }
    case 'text':
    case 'blob':
      // An empty blob arrives as null from some modules.
      return { type, value: value instanceof Uint8Array ? value : new Uint8Array() }
    default:
      return { type: 'null' }
  }
}

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
  let rows = 0
  bytes.add(encodeHeader({ session, columns }))
  for (const table of tables) {
    const after: SqlValue[] = table === 'events' ? [beforeAll, noLimit] : []
    for (const row of database.iterate(rowsSql(table, columns[table]), session, ...after)) {
      bytes.add(encodeRow(table, valuesOf(row, columns[table].length)))
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
