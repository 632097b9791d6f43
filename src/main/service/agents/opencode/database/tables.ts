import type { ReadDatabase } from '../../foreign-sqlite/read-database'
import type { JsonObject } from '../../json-access'

/** Names of the tables that a database has; which ones depends on the version. */
export function tablesOf(database: ReadDatabase): ReadonlySet<string> {
  const rows = database.all("SELECT name FROM sqlite_master WHERE type = 'table'")
  return new Set(rows.map(({ name }) => String(name)))
}

/** Numbers as the rest of the code takes them. */
export function plainRow(row: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value])
  )
}
