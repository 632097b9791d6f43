import { ExpectedFailure, fail } from '@shared/ipc/errors'

/** What a failed read says about the file. */
export type SqliteFailure = 'damaged' | 'locked' | 'unreadable' | 'foreign'

const primaryCodes: Readonly<Record<number, SqliteFailure>> = {
  1: 'foreign', // ERROR: a table or column is not there
  3: 'unreadable', // PERM
  5: 'locked', // BUSY
  6: 'locked', // LOCKED
  8: 'locked', // READONLY: the index of the log is being rebuilt by a writer
  10: 'unreadable', // IOERR
  11: 'damaged', // CORRUPT
  14: 'unreadable', // CANTOPEN
  15: 'locked', // PROTOCOL: the log is being set up or taken down
  26: 'damaged' // NOTADB
}

const primaryNames: Readonly<Record<string, SqliteFailure>> = {
  SQLITE_ERROR: 'foreign',
  SQLITE_PERM: 'unreadable',
  SQLITE_BUSY: 'locked',
  SQLITE_LOCKED: 'locked',
  SQLITE_READONLY: 'locked',
  SQLITE_IOERR: 'unreadable',
  SQLITE_CORRUPT: 'damaged',
  SQLITE_CANTOPEN: 'unreadable',
  SQLITE_PROTOCOL: 'locked',
  SQLITE_NOTADB: 'damaged'
}

/** Reads the code of either SQLite module, never the message. null for anything else, which then is a bug. */
export function sqliteFailure(error: unknown): SqliteFailure | null {
  if (!(error instanceof Error)) return null
  const { errcode, code } = error as Error & { errcode?: unknown; code?: unknown }
  // The upper bits of an extended code say more than is needed.
  if (typeof errcode === 'number') return primaryCodes[errcode & 0xff] ?? null
  if (typeof code !== 'string') return null
  return primaryNames[code.split('_').slice(0, 2).join('_')] ?? null
}

/** SQLITE_PROTOCOL: SQLite gave up on a log whose index it may not mend. */
export function isStuckLog(error: unknown): boolean {
  const { errcode } = (error ?? {}) as { errcode?: unknown }
  return typeof errcode === 'number' && (errcode & 0xff) === 15
}

export function isDamage(error: unknown): boolean {
  return sqliteFailure(error) === 'damaged'
}

/** Throws the failure that a person can act on, in words that name the agent; anything that is not one of SQLite's is thrown on as it is. */
export function failForSqlite(error: unknown, path: string, agent = 'the agent'): never {
  if (error instanceof ExpectedFailure) throw error
  const data = { path }
  switch (sqliteFailure(error)) {
    case 'damaged':
      return fail('source.unreadable', `The database ${path} is damaged.`, {
        advice: `Close ${agent}, then restore the file from a backup; Reprise changes nothing in it.`,
        data
      })
    case 'locked':
      return fail('source.locked', `Another program keeps the database ${path} locked.`, {
        advice: `Try again when ${agent} has finished writing.`,
        data
      })
    case 'unreadable':
      return fail('source.unreadable', `The database ${path} cannot be opened.`, {
        advice: 'Check that you may read the file and its folder.',
        data
      })
    case 'foreign':
      return fail('source.unreadable', `The database ${path} does not have the tables of ${agent}.`, {
        advice: `Check that it is a database of ${agent}, and of a version that Reprise reads.`,
        data
      })
    case null:
      throw error
  }
}
