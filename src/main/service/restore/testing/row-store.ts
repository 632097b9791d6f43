import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from '@shared/ipc/errors'
import Database from 'better-sqlite3'
import { ChangedMeanwhile } from '../exchange'
import { sha256Of } from '../file-facts'
import type { NativeAccess, NativeStore, NativeTarget } from '../native-store'

/** A real store of a small agent: one database with one table of named values, changed in one transaction. */
export function rowsPath(root: string): string {
  return join(root, 'rows.sqlite3')
}

/** Opens the store as its agent would; makes it where it is missing. */
export function openRows(root: string): Database.Database {
  const database = new Database(rowsPath(root), { timeout: 200 })
  database.pragma('journal_mode = wal')
  database.exec('CREATE TABLE IF NOT EXISTS rows (name TEXT PRIMARY KEY, value BLOB NOT NULL)')
  return database
}

/** What the rows hold now, in the order of their names: name -> SHA-256. */
export function pictureOfRows(root: string): Record<string, string> {
  if (!existsSync(rowsPath(root))) return {}
  const database = openRows(root)
  try {
    const rows = database.prepare('SELECT name, value FROM rows ORDER BY name').all() as {
      name: string
      value: Buffer
    }[]
    return Object.fromEntries(rows.map(({ name, value }) => [name, sha256Of(value)]))
  } finally {
    database.close()
  }
}

export const rowStore: NativeStore = {
  async read({ row }: NativeTarget, { source, scratch }: NativeAccess) {
    const path = rowsPath(source.root)
    if (!existsSync(path)) return null
    // From a copy of our own: a killed writer's log is replayed there, and looking leaves the store as it is.
    mkdirSync(scratch, { recursive: true })
    const folder = mkdtempSync(join(scratch, 'rows-'))
    try {
      for (const end of ['', '-wal']) if (existsSync(path + end)) copyFileSync(path + end, join(folder, `copy${end}`))
      const database = new Database(join(folder, 'copy'))
      try {
        return rowValue(database, row ?? '')
      } finally {
        database.close()
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },

  async exchange({ row = '' }, expected, content, { source, gateway }) {
    const path = rowsPath(source.root)
    const run = <T>(what: string, work: () => T) => gateway.effect(what, path, work)
    const database = await run('open', () => openRows(source.root))
    try {
      await run('begin', () => database.exec('BEGIN IMMEDIATE')).catch(busy)
      const now = rowValue(database, row)
      if ((now === null ? null : sha256Of(now)) !== expected) throw new ChangedMeanwhile(path)
      await run('delete', () => database.prepare('DELETE FROM rows WHERE name = ?').run(row))
      if (content !== null) {
        await run('insert', () => database.prepare('INSERT INTO rows VALUES (?, ?)').run(row, Buffer.from(content)))
      }
      await run('commit', () => database.exec('COMMIT'))
    } finally {
      // Closing takes a transaction that is still open back.
      database.close()
    }
  }
}

function rowValue(database: Database.Database, row: string): Buffer | null {
  const found = database.prepare('SELECT value FROM rows WHERE name = ?').get(row) as { value: Buffer } | undefined
  return found?.value ?? null
}

function busy(error: unknown): never {
  if ((error as { code?: unknown }).code !== 'SQLITE_BUSY') throw error
  return fail('source.locked', 'The agent is writing its rows right now. Nothing was changed.')
}
