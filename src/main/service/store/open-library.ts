import { chmodSync, existsSync, renameSync } from 'node:fs'
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

/** Codes with which SQLite says that a file is not a sound database. */
const damage = new Set(['SQLITE_NOTADB', 'SQLITE_CORRUPT'])

function isDamage(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' && [...damage].some((known) => code.startsWith(known))
}

/** The version of a database, read on a connection that cannot change it; null when there is no file yet. */
function versionOnDisk(path: string): number | null {
  if (!existsSync(path)) return null
  const database = new Sqlite(path, { readonly: true, fileMustExist: true, timeout: 5000 })
  try {
    return database.pragma('user_version', { simple: true }) as number
  } finally {
    database.close()
  }
}

function checked(database: Database): Database {
  const found = database.pragma('quick_check(1)', { simple: true })
  if (found !== 'ok') throw Object.assign(new Error(String(found)), { code: 'SQLITE_CORRUPT' })
  return database
}

function openOnDisk(path: string): Database {
  const database = new Sqlite(path, { timeout: 5000 })
  try {
    if (process.platform !== 'win32') chmodSync(path, 0o600)
    database.pragma('journal_mode = wal')
    database.pragma('synchronous = normal')
    migrate(checked(database))
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
    return {
      state: 'rebuilt',
      schema: librarySchema,
      inMemory: false,
      library: libraryOn(openOnDisk(path), path),
      message: `The library was damaged. It was set aside as ${aside}, and its list is being made again from the sources.`
    }
  }
}
