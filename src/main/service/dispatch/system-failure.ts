import type { Failure } from '@shared/ipc/errors'

/** What SQLite says when the system under it refuses, and not when a statement of ours is wrong. */
const sqliteWords: readonly (readonly [code: string, words: string])[] = [
  ['SQLITE_FULL', 'The disk is full'],
  ['SQLITE_IOERR', 'The disk is full or failing'],
  ['SQLITE_CANTOPEN', 'The library could not be opened'],
  ['SQLITE_READONLY', 'The library may not be written'],
  ['SQLITE_BUSY', 'Another program kept the library locked for too long']
]

/** What the system refused (a full disk, a missing right) as a failure `io`; null for everything else, which is a bug of ours. */
export function systemFailure(error: unknown): Failure | null {
  const { code, syscall, path } = (error ?? {}) as NodeJS.ErrnoException
  if (typeof code !== 'string') return null
  const words = sqliteWords.find(([known]) => code.startsWith(known))?.[1]
  if (words !== undefined) {
    const advice = 'Make room, or name another folder in REPRISE_HOME. Nothing of yours is lost.'
    return { code: 'io', message: `${words} (${code}), so Reprise cannot keep its list.`, advice, data: { code } }
  }
  if (typeof syscall !== 'string') return null
  return {
    code: 'io',
    message: `The system answered ${code} to ${syscall}${path ? ` of ${path}` : ''}.`,
    ...(code === 'ENOSPC' && { advice: 'The disk is full: make room, then try again.' }),
    data: { code }
  }
}

/** Whether our own library could not be written: then no part of a scan can go on. Reading never gets these. */
export function isFullDisk(error: unknown): boolean {
  const { code } = (error ?? {}) as NodeJS.ErrnoException
  return typeof code === 'string' && /^(?:ENOSPC$|SQLITE_FULL|SQLITE_IOERR_(?:WRITE|FSYNC|SHM|TRUNCATE))/.test(code)
}
