import type { ReadDatabase } from '../read-database'
import { GrowingBytes } from './growing-bytes'
import { encodedEnd, encodeHeader, encodeRow, type RowFormat, type StateHeader } from './row-format'
import { quoted, rowsSql, sizeSql, valuesOf } from './rows-sql'
import { asStoredText } from './stored-value'

/** The rows of a session as bytes, all from one look at the database; null when no table has a row of it. */
export function readRows<T extends string>(
  database: ReadDatabase,
  format: RowFormat<T>,
  header: StateHeader<T>
): Uint8Array | null {
  const { session, columns } = header
  const bytes = new GrowingBytes(bytesOfRows(database, format, header) + 2000)
  const id = asStoredText(session)
  let rows = 0
  bytes.add(encodeHeader(format, header))
  for (const table of thereIn(format, header)) {
    const own = columns[table.name]
    for (const row of database.iterate(rowsSql(table, own), session)) {
      bytes.add(encodeRow(format, table.name, valuesOf(Object.values(row), table, own, id)))
      rows += 1
    }
  }
  bytes.add(encodedEnd)
  return rows === 0 ? null : bytes.bytes()
}

/** About how many bytes `readRows` would give. */
export function bytesOfRows<T extends string>(
  database: ReadDatabase,
  format: RowFormat<T>,
  { session, columns }: StateHeader<T>
): number {
  const sizes = thereIn(format, { session, columns }).map((table) =>
    Number(database.get(sizeSql(table, columns[table.name]), session)?.bytes ?? 0)
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Whether any table has a row of a session. */
export function hasRows<T extends string>(
  database: ReadDatabase,
  format: RowFormat<T>,
  header: StateHeader<T>
): boolean {
  return thereIn(format, header).some(({ name, owner }) =>
    database.get(`SELECT 1 AS found FROM ${quoted(name)} WHERE ${quoted(owner)} = ?`, header.session)
  )
}

/** The tables of a format that a store has. */
export function thereIn<T extends string>({ tables }: RowFormat<T>, { columns }: StateHeader<T>) {
  return tables.filter(({ name }) => columns[name].length > 0)
}
