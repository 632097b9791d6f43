import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { withDatabase } from '../database/with-database'

/** Every row of a store and its tables, as a digest for each row: equal pictures are equal rows. Looking leaves no trace. */
export async function pictureOfStore(path: string): Promise<Record<string, string>> {
  const scratch = mkdtempSync(join(tmpdir(), 'reprise-picture-'))
  try {
    return await withDatabase(path, { scratch, signal: new AbortController().signal }, (database) => {
      const picture: Record<string, string> = {}
      const add = (table: string, key: string, sql: string) => {
        for (const row of database.iterate(sql)) picture[`${table} ${String(row[key])}`] = digest(row)
      }
      add('sessions', 'session_id', 'SELECT * FROM sessions')
      add('events', 'event_id', 'SELECT * FROM events')
      add('states', 'session_id', 'SELECT * FROM resume_states')
      add('schema', 'name', 'SELECT name, sql FROM sqlite_schema')
      // The order of rows that have no number of their own says nothing.
      return Object.fromEntries(Object.entries(picture).sort(([a], [b]) => (a < b ? -1 : 1)))
    })
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function digest(row: object): string {
  const plain = JSON.stringify(row, (_key, value: unknown) => {
    if (typeof value === 'bigint') return String(value)
    return value
  })
  return createHash('sha256').update(plain).digest('hex').slice(0, 16)
}

/** Changes a store as another program would, and closes it. */
export function changeStore(path: string, change: (database: Sqlite.Database) => void): void {
  const database = new Sqlite(path)
  try {
    change(database)
  } finally {
    database.close()
  }
}
