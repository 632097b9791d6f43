import { type BigIntStats, readFileSync, statSync } from 'node:fs'
import { plainIoReason } from './io-reason'

/** The longest text that the JavaScript engine holds is a little over 512 million units; a file above cannot be parsed as one document. */
export const largestDocument = 500_000_000

export type FileBytes =
  | { readonly state: 'read'; readonly bytes: Uint8Array; readonly stat: BigIntStats }
  | { readonly state: 'missing' }
  | { readonly state: 'unreadable'; readonly reason: string; readonly stat: BigIntStats | null }

/** `stat` before the bytes, so that a file which changes in between looks changed the next time. Null when there is no such file. */
export function statOf(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true })
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/**
 * Reads a whole file at once. Synchronous on purpose: for thousands of small files this takes half the time of reading them through
 * the thread pool, and scans run in pieces of a few milliseconds.
 */
export function readBytes(path: string): FileBytes {
  let stat: BigIntStats | null = null
  try {
    stat = statSync(path, { bigint: true })
    if (!stat.isFile()) return { state: 'unreadable', reason: 'this is not a file', stat }
    if (stat.size > BigInt(largestDocument)) return { state: 'unreadable', reason: tooLarge(stat.size), stat }
    return { state: 'read', bytes: readFileSync(path), stat }
  } catch (error) {
    if (isMissing(error)) return { state: 'missing' }
    return { state: 'unreadable', reason: plainIoReason(error), stat }
  }
}

/** Changes whenever the content may have changed. */
export function fingerprintOf(stat: BigIntStats): string {
  return `${stat.dev}-${stat.ino}-${stat.size}-${stat.mtimeNs}`
}

function tooLarge(size: bigint): string {
  return `${size} bytes are more than one JSON document can have here (${largestDocument})`
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  // A path below something that is no folder, and a name that no file can have, are as absent as any.
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG' || code === 'ERR_INVALID_ARG_VALUE'
}
