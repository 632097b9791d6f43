import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs'
import Sqlite, { type Database } from 'better-sqlite3'
import { type Library, libraryInMemory, libraryOn } from './library'
import { librarySchema, migrate } from './migrate'

/** How our database was found: as it should be, from a later version of Reprise, or damaged and started anew. */
export interface LibraryState {
  readonly state: 'ok' | 'newer' | 'rebuilt'
  /** The schema of the file on disk. */
  readonly schema: number
  readonly message?: string
}

export interface OpenedLibrary extends LibraryState {
  readonly library: Library
  /** True when what is learned is forgotten at the end. */
  readonly inMemory: boolean
}

/** Up to this size a whole check is quick enough for every start, in bytes. */
const quicklyChecked = 8 * 1024 * 1024

/** Codes with which SQLite says that a file is not a sound database. */
const damage = new Set(['SQLITE_NOTADB', 'SQLITE_CORRUPT'])

/** Whether SQLite found its file damaged. */
export function isDamage(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && [...damage].some((known) => code.startsWith(known))
}

/** Where SQLite keeps `user_version` in the first page of its file. */
const versionOffset = 60

/**
 * The version of a database; null when there is no file yet. It is read from the file itself, since even a reading connection leaves files beside
 * a database in WAL mode. Only a log that was left open may hold a newer one than the file.
 */
function versionOnDisk(path: string): number | null {
  if (!existsSync(path)) return null
  // A pipe would never open, and a folder is no database either.
  if (!statSync(path).isFile()) throw Object.assign(new Error('no file'), { code: 'SQLITE_NOTADB' })
  const head = Buffer.alloc(100)
  const file = openSync(path, 'r')
  try {
    if (readSync(file, head, 0, head.length, 0) === 0) return null
  } finally {
    closeSync(file)
  }
  if (!head.subarray(0, 16).equals(Buffer.from('SQLite format 3\0'))) {
    throw Object.assign(new Error('no database'), { code: 'SQLITE_NOTADB' })
  }
  const version = head.readUInt32BE(versionOffset)
  return version > librarySchema || !hasLog(path) ? version : versionWithLog(path)
}

function hasLog(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
}

function versionWithLog(path: string): number {
  const database = new Sqlite(path, { readonly: true, fileMustExist: true, timeout: 5000 })
  try {
    return database.pragma('user_version', { simple: true }) as number
  } finally {
    database.close()
  }
}

/**
 * Looks through a database that may be damaged: a small one always, a large one if it was not closed in order or if `reportDamage`
 * was called. Damage of a large one that was closed in order shows when it is met.
 */
function checked(database: Database, path: string, inOrder: boolean): Database {
  if (inOrder && statSync(path).size > quicklyChecked && !existsSync(doubt(path))) return database
  const found = database.pragma('quick_check(1)', { simple: true })
  if (found !== 'ok') throw Object.assign(new Error(String(found)), { code: 'SQLITE_CORRUPT' })
  return database
}

/** A file that says that the database was found damaged while it was in use. */
const doubt = (path: string) => `${path}.doubt`

/** Has the next start look through the whole database. */
export function reportDamage(path: string): void {
  writeFileSync(doubt(path), '', { mode: 0o600 })
}

function openOnDisk(path: string): Database {
  const inOrder = !hasLog(path)
  const database = new Sqlite(path, { timeout: 5000 })
  try {
    if (process.platform !== 'win32') chmodSync(path, 0o600)
    database.pragma('journal_mode = wal')
    database.pragma('synchronous = normal')
    // What gives way is zeroed: a row may have said something that is masked now.
    database.pragma('secure_delete = on')
    // A first scan writes a lot at once; fewer, larger checkpoints make it quicker.
    database.pragma('wal_autocheckpoint = 8000')
    migrate(checked(database, path, inOrder))
    rmSync(doubt(path), { force: true })
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Renames the database and what belongs to it; nothing is deleted. Returns the new name. */
function setAside(path: string, now: number): string {
  const name = `${path}.damaged-${new Date(now).toISOString().replaceAll(':', '-')}`
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, name + suffix)
  }
  return name
}

/** A library that lives as long as this process. */
export function openInMemory(): Library {
  const database = new Sqlite(':memory:')
  migrate(database)
  return libraryInMemory(database)
}

/**
 * Opens our database. One of a later version is left exactly as it is, and this process works from memory. A damaged one is
 * renamed and an empty one takes its place: everything in it can be found again in the sources, the vault and the journal.
 */
export function openLibrary(path: string, now: number): OpenedLibrary {
  try {
    const schema = versionOnDisk(path) ?? librarySchema
    if (schema > librarySchema) {
      return {
        state: 'newer',
        schema,
        inMemory: true,
        library: openInMemory(),
        message: `The library has schema ${schema}, and this version of Reprise knows ${librarySchema}. It is left untouched; update Reprise to use it.`
      }
    }
    return { state: 'ok', schema: librarySchema, inMemory: false, library: libraryOn(openOnDisk(path), path) }
  } catch (error) {
    if (!isDamage(error)) throw error
    const aside = setAside(path, now)
    rmSync(doubt(path), { force: true })
    return {
      state: 'rebuilt',
      schema: librarySchema,
      inMemory: false,
      library: libraryOn(openOnDisk(path), path),
      message: `The library was damaged. It was set aside as ${aside}, and its list is being made again from the sources.`
    }
  }
}
