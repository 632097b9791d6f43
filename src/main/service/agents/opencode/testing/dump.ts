import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

export type Dump = Readonly<Record<string, readonly string[]>>

const databaseIn = (home: string, name = 'opencode.db') => join(home, '.local', 'share', 'opencode', name)

/** Every row of every table of a database, and what makes the tables; empty where there is none. */
export function dumpOf(home: string, name = 'opencode.db'): Dump {
  const path = databaseIn(home, name)
  if (!existsSync(path)) return {}
  const database = new Database(path)
  try {
    const all = (sql: string) => database.prepare(sql).raw(true).all() as unknown[][]
    const schema = all('SELECT sql FROM sqlite_schema ORDER BY name').map(String)
    const tables = all("SELECT name FROM sqlite_schema WHERE type = 'table'").map(([table]) => String(table))
    const rows = tables.map((table) => [
      table,
      all(`SELECT * FROM "${table}"`)
        .map((row) => JSON.stringify(row))
        .sort()
    ])
    return { ...Object.fromEntries(rows), schema }
  } finally {
    database.close()
  }
}

/** The rows of a dump that do not speak of a session. */
export function without(dump: Dump, session: string): Dump {
  return Object.fromEntries(
    Object.entries(dump).map(([table, rows]) => [table, rows.filter((row) => !row.includes(session))])
  )
}

/** Runs SQL in the database of a home, as another program would. */
export function changeDatabase(home: string, sql: string, ...parameters: readonly unknown[]): void {
  const database = new Database(databaseIn(home))
  try {
    if (parameters.length > 0) database.prepare(sql).run(...parameters)
    else database.exec(sql)
  } finally {
    database.close()
  }
}

export function askDatabase(home: string, sql: string, ...parameters: readonly unknown[]): readonly Row[] {
  const database = new Database(databaseIn(home), { readonly: true })
  try {
    return database.prepare(sql).all(...parameters) as Row[]
  } finally {
    database.close()
  }
}

export type Row = Readonly<Record<string, string | number | null>>
