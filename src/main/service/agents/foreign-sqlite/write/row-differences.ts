import { createHash } from 'node:crypto'
import { thereIn } from './read-rows'
import {
  type DecodedState,
  encodedEnd,
  encodeHeader,
  encodeRow,
  type RowFormat,
  type RowTable,
  type StateHeader,
  type StateRow
} from './row-format'
import { rowsSql, valuesOf } from './rows-sql'
import { asStoredText, nothing, type StoredValue } from './stored-value'
import type { WriterConnection } from './writer-connection'

/** What has to be done to one table. Rows that stay are not touched. */
export interface TableDifferences<T extends string = string> {
  readonly table: RowTable<T>
  /** How many rows are there. */
  readonly rows: number
  /** Rows of a key that is there, with other values. */
  readonly change: readonly StateRow<T>[]
  /** Keys of rows that go; null for the one row of a table without a key. */
  readonly remove: readonly (StoredValue | null)[]
  readonly add: readonly StateRow<T>[]
}

/** What a transaction has to do so that a session's rows become the wanted ones. */
export interface RowDifferences<T extends string = string> {
  /** SHA-256 of the state that is there; null when no row is. */
  readonly found: string | null
  readonly tables: readonly TableDifferences<T>[]
}

/** Compares what a session has, inside the writer's transaction, with what it shall have (null: nothing). */
export async function rowDifferences<T extends string>(
  writer: WriterConnection,
  format: RowFormat<T>,
  header: StateHeader<T>,
  wanted: DecodedState<T> | null
): Promise<RowDifferences<T>> {
  const hash = createHash('sha256').update(encodeHeader(format, header))
  const byTable = Map.groupBy(wanted?.rows() ?? [], ({ table }) => table)
  const tables: TableDifferences<T>[] = []
  for (const table of thereIn(format, header)) {
    const columns = header.columns[table.name]
    const left = new Map((byTable.get(table.name) ?? []).map((row) => [nameOf(keyOf(table, columns, row)), row]))
    const remove: (StoredValue | null)[] = []
    const change: StateRow<T>[] = []
    let rows = 0
    for await (const row of rowsThere(writer, format, header, table)) {
      rows += 1
      hash.update(row.bytes)
      const key = keyOf(table, columns, row)
      const name = nameOf(key)
      const same = left.get(name)
      left.delete(name)
      if (same === undefined) remove.push(key)
      else if (Buffer.compare(same.bytes, row.bytes) !== 0) change.push(same)
    }
    tables.push({ table, rows, change, remove, add: [...left.values()] })
  }
  const isThere = tables.some(({ rows }) => rows > 0)
  return { found: isThere ? hash.update(encodedEnd).digest('hex') : null, tables }
}

/** The key of a row among those of its session; null where its table has none. */
export function keyOf({ key }: RowTable, columns: readonly string[], { values }: StateRow): StoredValue | null {
  return key === null ? null : (values[columns.indexOf(key)] ?? nothing)
}

function nameOf(key: StoredValue | null): string {
  if (key === null || key.type === 'null') return ''
  return `${key.type} ${key.value instanceof Uint8Array ? Buffer.from(key.value).toString('latin1') : key.value}`
}

/** The rows of one table, in the order of their keys. */
export async function* rowsThere<T extends string>(
  writer: WriterConnection,
  format: RowFormat<T>,
  { session, columns }: StateHeader<T>,
  table: RowTable<T>
): AsyncIterable<StateRow<T>> {
  const own = columns[table.name]
  const id = asStoredText(session)
  for await (const cells of writer.cells(rowsSql(table, own), session)) {
    const values = valuesOf(cells, table, own, id)
    yield { table: table.name, values, bytes: encodeRow(format, table.name, values) }
  }
}
