import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { fail } from '@shared/ipc/errors'

/** Bytes at offsets. A range that is no longer there, because the file shrank meanwhile, comes back shorter. */
export interface ByteSource {
  readonly size: number
  /** `memory` may hold the bytes, where it is large enough: then they are gone once it is used again. */
  read(from: number, to: number, memory?: Buffer): Buffer
}

export interface OpenBytes extends ByteSource {
  close(): void
}

/**
 * Opens a file for reading by offsets; its size is that of the moment. Throws `not.found` when it is not there and `session.unreadable`
 * when it is no file or may not be read. Synchronous on purpose: adapters read in threads of their own, a piece at a time.
 */
export function openBytes(path: string): OpenBytes {
  try {
    const stat = statSync(path)
    // Opening a pipe would wait for whoever writes into it.
    if (!stat.isFile()) return fail('session.unreadable', `${path} is not a file.`)
    const file = openSync(path, 'r')
    return {
      size: fstatSync(file).size,
      read: (from, to, memory) => readRange(file, from, to, memory),
      close: () => closeSync(file)
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === undefined) throw error
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG' || code === 'ERR_INVALID_ARG_VALUE') {
      return fail('not.found', `${path} is not there.`)
    }
    return fail('session.unreadable', `${path} cannot be read (${code}).`)
  }
}

/** Reads from a file and closes it again, whatever happens. */
export function withBytes<T>(path: string, work: (source: ByteSource) => T): T {
  const source = openBytes(path)
  try {
    return work(source)
  } finally {
    source.close()
  }
}

/** Bytes that are in memory already. */
export function bytesSource(bytes: Buffer): ByteSource {
  return { size: bytes.length, read: (from, to) => bytes.subarray(from, to) }
}

function readRange(file: number, from: number, to: number, memory: Buffer | undefined): Buffer {
  const length = Math.max(0, to - from)
  const bytes =
    memory !== undefined && memory.length >= length ? memory.subarray(0, length) : Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < bytes.length) {
    const count = readSync(file, bytes, filled, bytes.length - filled, from + filled)
    if (count === 0) break
    filled += count
  }
  return bytes.subarray(0, filled)
}
