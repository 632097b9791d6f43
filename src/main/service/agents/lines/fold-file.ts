import type { Stats } from 'node:fs'
import { type ByteSource, bytesSource, withBytes } from './byte-source'
import type { Line } from './line'
import type { LineRecord } from './line-record'
import { recordsBefore, recordsFrom, scannedTo } from './read-records'

/** Up to this size a file is read as a whole for a list; of a longer one its beginning and its end. */
const wholeBytes = 4 * 1024 * 1024
const headBytes = 512 * 1024
const tailBytes = 1024 * 1024
/** At the beginning and the end of a file no line is passed over: there stand its times, its model, its directory. */
const closeBytes = 24 * 1024
/** A file up to this size that is not known is taken into memory at once. */
const smallBytes = 256 * 1024
/** Bytes before the known end that are compared, to see that a file has only grown. */
const comparedBytes = 256

let memory: Buffer | undefined
/** One piece of memory for all small files: they are read one after the other, and nothing of their bytes is kept. */
const small = () => (memory ??= Buffer.allocUnsafeSlow(smallBytes))

interface Known<S> {
  readonly device: number
  readonly inode: number
  /** Everything before this was added. */
  readonly to: number
  readonly before: string
  readonly state: S
}

/** How records are added up. States are plain data: they are copied where a last line may still change. */
export interface Fold<S> {
  empty(): S
  add(state: S, record: LineRecord): void
  /** Lines that say nothing for a list, told by their bytes. The first and last ones are read all the same. */
  skips?(bytes: Buffer): boolean
}

/**
 * What lists say of files, with the work proportional to what was appended: a file that is known and has only grown is read from where
 * the last look ended. Held in memory for the files that were read last; what is not known is read anew.
 */
export class FoldedFiles<S> {
  private readonly fold: Fold<S>
  private readonly most: number
  private readonly known = new Map<string, Known<S>>()
  /** Bytes read so far; lets tests see what an append costs. */
  bytesRead = 0

  constructor(fold: Fold<S>, most = 256) {
    this.fold = fold
    this.most = most
  }

  /** Throws as `openBytes` does. */
  stateOf(path: string, stat: Stats): S {
    return withBytes(path, (opened) => {
      const source =
        opened.size <= smallBytes && !this.known.has(path) ? bytesSource(opened.read(0, opened.size, small())) : opened
      const known = this.known.get(path)
      const goesOn = known !== undefined && this.hasGrown(source, stat, known)
      const state = goesOn ? structuredClone(known.state) : this.fold.empty()
      const to = scannedTo(source)
      if (goesOn) this.addAll(state, source, known.to, to)
      else this.addFile(state, source, to)
      this.keep(path, { device: stat.dev, inode: stat.ino, to, before: beforeOf(source, to), state })
      if (to >= source.size) return state
      const shown = structuredClone(state)
      this.addAll(shown, source, to, source.size)
      return shown
    })
  }

  private hasGrown(source: ByteSource, stat: Stats, known: Known<S>): boolean {
    if (stat.dev !== known.device || stat.ino !== known.inode || source.size < known.to) return false
    return beforeOf(source, known.to) === known.before
  }

  private addFile(state: S, source: ByteSource, to: number): void {
    if (to <= wholeBytes) {
      this.addAll(state, source, 0, to)
      return
    }
    const head = this.addAll(state, source, 0, to, headBytes)
    const tail: LineRecord[] = []
    for (const record of recordsBefore(source, to)) {
      if (record.from < Math.max(head, to - tailBytes)) break
      tail.push(record)
    }
    this.bytesRead += tailBytes
    for (const record of tail.toReversed()) this.fold.add(state, record)
  }

  /** The answer is where it stopped. */
  private addAll(state: S, source: ByteSource, from: number, to: number, most = Number.POSITIVE_INFINITY): number {
    let end = from
    if (from < to) {
      const skips = (line: Line, bytes: Buffer) =>
        line.from > closeBytes && line.to < to - closeBytes && this.fold.skips?.(bytes) === true
      for (const record of recordsFrom(source, from, to, skips)) {
        this.fold.add(state, record)
        end = record.to
        if (end - from >= most) break
      }
    }
    this.bytesRead += (Number.isFinite(most) ? end : to) - from
    return end
  }

  private keep(path: string, known: Known<S>): void {
    this.known.delete(path)
    this.known.set(path, known)
    const [oldest] = this.known.keys()
    if (this.known.size > this.most && oldest !== undefined) this.known.delete(oldest)
  }
}

function beforeOf(source: ByteSource, to: number): string {
  return source.read(Math.max(0, to - comparedBytes), to).toString('latin1')
}
