import type { ReadDatabase } from '../../foreign-sqlite/read-database'
import { readRows } from '../../foreign-sqlite/write/read-rows'
import { nothing, type StoredValue } from '../../foreign-sqlite/write/stored-value'
import { checkVersion, columnsOf, columnsSql, userVersionSql, versionOf } from './schema'
import { type Columns, type Table, tables, tactRows } from './state-bytes'

/**
 * The state of a session as bytes, all from one look at the database; null when none of the three tables has a row of it. Throws
 * `source.newer` or `source.unreadable` for a store that is not one of tact.
 */
export function readState(database: ReadDatabase, session: string, path: string): Uint8Array | null {
  checkVersion(versionOf(database.all(userVersionSql)), path)
  return readRows(database, tactRows, { session, columns: columnsOf(database.all(columnsSql), path) })
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
  return row.values[columns[row.table].indexOf(name)] ?? nothing
}

/** Event ids come first among the columns. */
export function eventIdOf(row: { readonly values: readonly StoredValue[] }): bigint {
  const [id] = row.values
  return id?.type === 'integer' ? id.value : 0n
}
