import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { fail } from '@shared/ipc/errors'

/** Stat of a database and its companions at one moment, with the few bytes that show a commit which changes no size. */
export interface DatabaseFacts {
  readonly exists: boolean
  readonly bytes: number
  /** Bytes of the `-wal`; 0 when there is none. */
  readonly walBytes: number
  readonly hasWal: boolean
  readonly hasShm: boolean
  /** Whether the `-shm` is the index of this very `-wal`; of another one SQLite waits for a writer, ten seconds each time. */
  readonly indexFits: boolean
  /** Bytes that the header promises, or null when it does not say. More than `bytes` means that the file was cut off. */
  readonly promisedBytes: number | null
  /** Changes exactly when a committed row may have changed. */
  readonly fingerprint: string
}

const noDatabase: DatabaseFacts = {
  exists: false,
  bytes: 0,
  walBytes: 0,
  hasWal: false,
  hasShm: false,
  indexFits: false,
  promisedBytes: null,
  fingerprint: 'none'
}

/**
 * Looks at the files without opening the database. Must not be interleaved with an open connection of this process:
 * closing a file gives up the locks that SQLite holds on it. Connections here live within one synchronous call, so it is not.
 */
export function databaseFacts(path: string): DatabaseFacts {
  const main = stat(path)
  if (main === null) return noDatabase
  const wal = stat(`${path}-wal`)
  const shm = stat(`${path}-shm`)
  const walBytes = Number(wal?.size ?? 0)
  const header = head(path, 100)
  const [logHeader, index] = [head(`${path}-wal`, 32), shm ? head(`${path}-shm`, 96) : Buffer.alloc(0)]
  // Without a write-ahead log, the leftover index of an ended writer says nothing; with one, its header counts commits.
  const log =
    wal !== null && walBytes > 0
      ? [wal.mtimeNs, wal.size, wal.ino, hex(logHeader), shm ? hex(index.subarray(0, 48)) : 'no-shm']
      : ['no-wal']
  return {
    exists: true,
    bytes: Number(main.size),
    walBytes,
    hasWal: wal !== null,
    hasShm: shm !== null,
    indexFits: hasPage(header) && (walBytes === 0 || indexFits(logHeader, index)),
    promisedBytes: promisedBytes(header),
    fingerprint: [main.mtimeNs, main.size, main.ino, hex(header.subarray(24, 28)), ...log].join(':')
  }
}

/** SQLite removes the log of a file without a page, even for a reader; such a one is only opened as a copy. */
function hasPage(header: Buffer): boolean {
  return header.length >= 100 && header.subarray(0, 16).equals(Buffer.from('SQLite format 3\0', 'latin1'))
}

/**
 * Two equal copies of its header, and the salts of the log (SQLite file format 4.1, WAL-mode file format 2.1); an index without frames is of any log.
 */
function indexFits(log: Buffer, index: Buffer): boolean {
  if (index.length < 96 || !index.subarray(0, 48).equals(index.subarray(48, 96))) return false
  const frames = index.readUInt32LE(16)
  return frames === 0 || log.subarray(16, 24).equals(index.subarray(32, 40))
}

/** The size from the page count of the header, which counts only if both change counters agree (SQLite file format 1.3). */
function promisedBytes(header: Buffer): number | null {
  if (header.length < 100 || header.readUInt32BE(24) !== header.readUInt32BE(92)) return null
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
  return pageSize * header.readUInt32BE(28)
}

function stat(path: string) {
  const found = statOrNull(path)
  // Opening a pipe would wait for a writer for ever, here and in SQLite.
  if (found === null || found.isFile() || found.isDirectory()) return found
  return fail('source.unreadable', `${path} is not a regular file.`, {
    advice: 'Move it away; a database belongs there.',
    data: { path }
  })
}

function statOrNull(path: string) {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // A file where a folder should be: then there is nothing below it.
    if (code === 'ENOTDIR') return null
    return fail('source.unreadable', `The database ${path} cannot be reached (${code}).`, {
      advice: 'Check that you may read the folder it lies in.',
      data: { path }
    })
  }
}

function head(path: string, bytes: number): Buffer {
  try {
    const file = openSync(path, 'r')
    try {
      const buffer = Buffer.alloc(bytes)
      return buffer.subarray(0, readSync(file, buffer, 0, bytes, 0))
    } finally {
      closeSync(file)
    }
  } catch {
    // Gone or not readable: the open that follows says so; here it is simply not known.
    return Buffer.alloc(0)
  }
}

function hex(buffer: Buffer): string {
  return buffer.toString('hex')
}
