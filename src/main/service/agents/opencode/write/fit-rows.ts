import type { ReadDatabase } from '../../foreign-sqlite/read-database'
import { GrowingBytes } from '../../foreign-sqlite/write/growing-bytes'
import {
  type Columns,
  type DecodedState,
  decodeState,
  encodedEnd,
  encodeHeader,
  encodeRow
} from '../../foreign-sqlite/write/row-format'
import { quoted } from '../../foreign-sqlite/write/rows-sql'
import { nothing, type StoredValue, storedValue } from '../../foreign-sqlite/write/stored-value'
import { sessionRows, type Table } from './session-rows'

/** A kept state for the tables that there are now, and what had no place in them. */
export interface FittedRows {
  readonly content: Uint8Array
  readonly leftOut: readonly string[]
}

/**
 * opencode adds columns and tables with its versions. A kept row gets what a new column has by default; what was kept of a column or table that is
 * gone is left out, and named.
 */
export function fitRows(database: ReadDatabase, kept: Uint8Array, columns: Columns<Table>): FittedRows {
  const state = decodeState(sessionRows, kept)
  if (sessionRows.tables.every(({ name }) => isSame(state.columns[name], columns[name])))
    return { content: kept, leftOut: [] }
  const leftOut = new Set<string>()
  const bytes = new GrowingBytes(kept.length)
  bytes.add(encodeHeader(sessionRows, { session: state.session, columns }))
  const defaults = new Map<Table, Readonly<Record<string, StoredValue>>>()
  for (const { table, values } of state.rows()) {
    if (columns[table].length === 0) {
      leftOut.add(`table ${table}`)
      continue
    }
    if (!defaults.has(table)) defaults.set(table, defaultsOf(database, table))
    noteLost(state, columns, table, values, leftOut)
    const own = columns[table].map(
      (name) => values[state.columns[table].indexOf(name)] ?? defaults.get(table)?.[name] ?? nothing
    )
    bytes.add(encodeRow(sessionRows, table, own))
  }
  bytes.add(encodedEnd)
  return { content: bytes.bytes(), leftOut: [...leftOut] }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.join('\n') === other.join('\n')
}

function noteLost(
  state: DecodedState<Table>,
  columns: Columns<Table>,
  table: Table,
  values: readonly StoredValue[],
  leftOut: Set<string>
): void {
  for (const [index, name] of state.columns[table].entries())
    if (!columns[table].includes(name) && values[index]?.type !== 'null') leftOut.add(`column ${table}.${name}`)
}

/** What SQLite itself puts into a column that is not named. */
function defaultsOf(database: ReadDatabase, table: Table): Readonly<Record<string, StoredValue>> {
  const rows = database.all(
    `SELECT name, dflt_value AS given FROM pragma_table_info('${table}') WHERE given IS NOT NULL`
  )
  return Object.fromEntries(
    rows.map(({ name, given }) => {
      const sql = `SELECT substr(typeof(v), 1, 1) AS type, CASE typeof(v) WHEN 'text' THEN CAST(v AS BLOB) ELSE v END AS v
        FROM (SELECT ${String(given)} AS v)`
      const row = database.get(sql)
      return [String(name), storedValue(String(row?.type), row?.v)]
    })
  )
}

/** The names that SQL knows the tables of a kept state by. */
export function bareTables(content: Uint8Array): readonly string[] {
  const { columns } = decodeState(sessionRows, content)
  return sessionRows.tables
    .filter(({ name }) => columns[name].length > 0)
    .map(({ name }) => `CREATE TABLE ${quoted(name)} (${columns[name].map(quoted).join(', ')})`)
}
