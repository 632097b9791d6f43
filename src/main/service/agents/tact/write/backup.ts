import { createHash } from 'node:crypto'
import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { threadId } from 'node:worker_threads'
import type { Reading } from '../../adapter'
import { nodeSqlite, openByPath } from '../../foreign-sqlite/connections'
import { databaseFacts } from '../../foreign-sqlite/file-facts'
import type { ReadDatabase } from '../../foreign-sqlite/read-database'
import { failForSqlite } from '../../foreign-sqlite/sqlite-failure'
import { openWay } from '../../foreign-sqlite/with-database'
import { withDatabase } from '../database/with-database'

/** A larger store is read in one transaction instead, which is as consistent and copies nothing. */
const largestBackup = 256 * 1024 * 1024

type Access = Pick<Reading, 'scratch' | 'signal'>

/**
 * Runs `work` on a backup of the database that SQLite made into our own folder, as one step and so of one moment, also while another program
 * writes. The backup of an unchanged store is used again. Where the store can only be read from a private copy, that is what is read.
 */
export async function withBackup<T>(path: string, access: Access, work: (database: ReadDatabase) => T): Promise<T> {
  access.signal.throwIfAborted()
  const facts = databaseFacts(path)
  const sqlite = nodeSqlite()
  const way = openWay(facts, sqlite !== undefined)
  const small = facts.bytes + facts.walBytes <= largestBackup
  if (!facts.exists || sqlite === undefined || way === 'private copy' || !small) return withDatabase(path, access, work)
  const name = `tact-backup-${digest(path)}-${threadId}`
  const target = join(access.scratch, `${name}-${digest(facts.fingerprint)}.sqlite3`)
  try {
    if (!(await isThere(target))) await backUp(sqlite, path, way === 'immutable', access.scratch, name, target)
    // A writer that came in between an immutable read may have left halves in it.
    if (way === 'immutable' && databaseFacts(path).fingerprint !== facts.fingerprint) {
      await rm(target, { force: true })
      return withDatabase(path, access, work)
    }
    const database = openByPath(target)
    try {
      return work(database)
    } finally {
      database.close()
    }
  } catch (error) {
    return failForSqlite(error, path, 'tact')
  }
}

async function backUp(
  sqlite: typeof import('node:sqlite'),
  path: string,
  immutable: boolean,
  scratch: string,
  name: string,
  target: string
): Promise<void> {
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  for (const file of await readdir(scratch)) {
    if (file.startsWith(`${name}-`)) await rm(join(scratch, file), { force: true })
  }
  const url = pathToFileURL(path)
  url.search = immutable ? 'immutable=1' : 'mode=ro&readonly_shm=1'
  const source = new sqlite.DatabaseSync(url, { readOnly: true, timeout: 500 })
  const draft = `${target}.draft`
  try {
    // All pages in one step: it never starts again because somebody wrote in between.
    await sqlite.backup(source, draft, { rate: 0x7fffffff })
  } finally {
    source.close()
  }
  await chmod(draft, 0o600)
  await rename(draft, target)
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false
  )
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
