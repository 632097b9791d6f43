import { type Fields, fieldsOf, textOf } from '../../json-fields/fields'
import type { ByteSource } from '../../lines/byte-source'
import type { Line } from '../../lines/line'
import { recordsFrom, scannedTo } from '../../lines/read-records'
import { plainLink } from '../records/line-marks'
import { promptOf } from '../records/prompt'
import { Sidechains } from './sidechains'

export interface Link {
  readonly from: number
  readonly parent: string | null
  readonly isPrompt: boolean
  /** Whether it is the first prompt after a rewind that is on record. */
  readonly isAfterRewind: boolean
  onPath: boolean
}

const pieceBytes = 4 * 1024 * 1024
const comparedBytes = 256
const plain = { isPrompt: false, isAfterRewind: false, onPath: false } as const

/** How the records of a file hang on one another, from an offset to its end; what is appended later is added. */
export class ChainLinks {
  readonly from: number
  readonly links = new Map<string, Link>()
  readonly sidechains = new Sidechains()
  /** A prompt that stands alone at the top of the path followed a rewind that is on record. */
  rewoundToStart = false
  /** The path begins here, with what hangs on nothing: no record further ahead is on it, and none is a branch of it. */
  isWhole = false
  /** Size of the file when it was last read. */
  size = 0
  /** Everything before this was read for good; after it may stand a line that is not finished. */
  private to: number
  private before = ''
  private tip: string | null = null
  private leaf: string | null = null
  private isRewound = false
  private firstPrompt: Link | null = null

  constructor(from: number) {
    this.from = from
    this.to = from
  }

  /** The record that the conversation goes on from; null when there is none. */
  get end(): string | null {
    return this.leaf !== null && this.links.has(this.leaf) ? this.leaf : this.tip
  }

  /** Whether the file has only grown since it was read, so that the rest can be added. */
  hasGrown(source: ByteSource): boolean {
    return source.size >= this.size && this.before === beforeOf(source, this.to)
  }

  /** Reads on to the end; stops for a moment after every few megabytes. */
  *read(source: ByteSource): Generator<void> {
    let pause = this.to + pieceBytes
    const skips = (line: Line, bytes: Buffer) => this.addPlain(line, bytes)
    for (const record of recordsFrom(source, this.to, source.size, skips)) {
      if (record.kind !== 'record') continue
      this.add(fieldsOf(record.value), record.from)
      if (record.to < pause) continue
      pause = record.to + pieceBytes
      yield
    }
    this.size = source.size
    this.to = Math.max(this.to, scannedTo(source))
    this.before = beforeOf(source, this.to)
    this.markPath()
  }

  private addPlain(line: Line, bytes: Buffer): boolean {
    const link = plainLink(bytes)
    if (link === null) return false
    if (link === 'none') return true
    this.links.set(link.uuid, { ...plain, from: line.from, parent: link.parent })
    this.endWith(link.uuid)
    return true
  }

  private add(fields: Fields, from: number): void {
    const uuid = textOf(fields.uuid)
    if (uuid === null) {
      if (fields.type !== 'last-prompt' || fields.explicit !== true) return
      this.isRewound = true
      this.leaf = textOf(fields.leafUuid)
      return
    }
    this.sidechains.add(fields, uuid, from)
    if (fields.isSidechain === true) return
    const parent = textOf(fields.parentUuid) ?? textOf(fields.logicalParentUuid)
    const isPrompt = promptOf(fields) !== null
    const link = { from, parent, isPrompt, isAfterRewind: isPrompt && this.isRewound, onPath: false }
    if (isPrompt) {
      this.firstPrompt ??= link
      this.isRewound = false
    }
    this.links.set(uuid, link)
    this.endWith(uuid)
  }

  /** The conversation ends at its last record, unless a rewind after it went back to another. */
  private endWith(uuid: string): void {
    this.tip = uuid
    this.leaf = null
  }

  private markPath(): void {
    for (const link of this.links.values()) link.onPath = false
    let top: Link | null = null
    for (let at = this.end; at !== null; at = top.parent) {
      const link = this.links.get(at)
      if (link === undefined || link.onPath) break
      link.onPath = true
      top = link
    }
    const isRoot = top !== null && top.parent === null
    this.rewoundToStart = isRoot && top?.isAfterRewind === true
    // The mark of a rewind may stand before what is known, if no other prompt stands in between.
    this.isWhole = isRoot && !this.rewoundToStart && (this.from === 0 || top !== this.firstPrompt)
  }
}

function beforeOf(source: ByteSource, to: number): string {
  return source.read(Math.max(0, to - comparedBytes), to).toString('latin1')
}
