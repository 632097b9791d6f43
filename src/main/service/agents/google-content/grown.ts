import type { Stats } from 'node:fs'
import { statOf } from '../file-store/names-in'
import type { ByteSource } from '../lines/byte-source'
import { scannedTo } from '../lines/read-records'

const comparedBytes = 256

/** How far a file was looked at, so that a later look can tell whether it has only grown since. */
export interface LookedAt {
  readonly size: number
  /** The last bytes; null where the last line was not ended, which may still become another record. */
  readonly before: string | null
}

export function lookedAt(source: ByteSource): LookedAt {
  const { size } = source
  return { size, before: scannedTo(source) === size ? before(source, size) : null }
}

/** `same`: nothing new. `grown`: what was known holds, and more follows. `other`: it has to be looked at anew. */
export function sinceThen(source: ByteSource, known: LookedAt): 'same' | 'grown' | 'other' {
  const end = known.before === null || source.size < known.size ? null : before(source, known.size)
  if (end === null) return source.size === known.size ? 'same' : 'other'
  if (end !== known.before) return 'other'
  return source.size === known.size ? 'same' : 'grown'
}

function before(source: ByteSource, to: number): string {
  return source.read(Math.max(0, to - comparedBytes), to).toString('latin1')
}

interface Kept<T> {
  readonly value: T
  readonly stat: Stats | null
}

/** What was found out about the files that were looked at last, by path. A file that was replaced or changed in place begins anew. */
export class RecentFiles<T> {
  private readonly known = new Map<string, Kept<T>>()
  private readonly most: number

  constructor(most = 8) {
    this.most = most
  }

  of(path: string, make: () => T): T {
    const stat = statOf(path)
    const kept = this.known.get(path)
    const value = kept !== undefined && isSameOrGrown(kept.stat, stat) ? kept.value : make()
    this.known.delete(path)
    this.known.set(path, { value, stat })
    const [oldest] = this.known.keys()
    if (this.known.size > this.most && oldest !== undefined) this.known.delete(oldest)
    return value
  }
}

function isSameOrGrown(before: Stats | null, now: Stats | null): boolean {
  if (before === null || now === null || before.ino !== now.ino || before.dev !== now.dev) return false
  return now.size > before.size || (now.size === before.size && now.mtimeMs === before.mtimeMs)
}
