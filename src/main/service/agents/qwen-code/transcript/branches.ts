import { type LookedAt, lookedAt, sinceThen } from '../../google-content/grown'
import { fieldsOf, textOf } from '../../json-fields/fields'
import type { ByteSource } from '../../lines/byte-source'
import type { Line } from '../../lines/line'
import { recordsFrom } from '../../lines/read-records'

interface Link {
  readonly from: number
  readonly uuid: string
  readonly parent: string | null
  /** The link before it in the file. */
  readonly before: Link | null
  onPath: boolean
}

/**
 * Which records are on the live branch of the conversation: those that the last one hangs on. After a rewind the next record hangs on an
 * earlier one, and what followed there is a branch that the agent does not see. Known from an offset to the end of the file.
 */
export class Branches {
  private source: ByteSource
  private readonly links = new Map<string, Link>()
  private readonly byOffset = new Map<number, Link>()
  private from = Number.POSITIVE_INFINITY
  private known: LookedAt = { size: 0, before: null }
  private tip: Link | null = null

  constructor(source: ByteSource) {
    this.source = source
  }

  /** Goes on with the file opened again. Of one that has only grown what follows is read, else it is looked at anew. */
  use(source: ByteSource): void {
    const since = Number.isFinite(this.from) ? sinceThen(source, this.known) : 'other'
    this.source = source
    if (since === 'other') this.from = Number.POSITIVE_INFINITY
    if (since === 'grown') this.read(this.known.size)
  }

  /** Changes when later records leave a branch that stands before an offset. */
  signature(until: number): string {
    let count = 0
    let sum = 0
    for (const { from, onPath } of this.byOffset.values()) {
      if (from >= until || onPath) continue
      count += 1
      sum += from
    }
    return `${count}/${sum}`
  }

  /** Makes sure that answers about records at this offset or after it are right. */
  cover(from: number): void {
    if (from >= this.from) return
    this.from = from
    this.build()
  }

  /** Offset of the record that the abandoned branch of this one begins with; null on the live branch. */
  branchOf(offset: number): number | null {
    for (;;) {
      const link = this.byOffset.get(offset)
      if (link === undefined || link.onPath) return null
      const first = this.firstOf(link)
      if (first !== null) return first
      this.cover(Math.max(0, this.from - Math.max(1024 * 1024, this.source.size - this.from)))
    }
  }

  /** Null when it stands before what is known. */
  private firstOf(link: Link): number | null {
    let first = link
    while (first.parent !== null) {
      const above = this.above(first)
      if (above === null) return this.from === 0 ? first.from : null
      if (above.onPath) break
      first = above
    }
    return first.from
  }

  /** What a record hangs on. Where that cannot be read, it is what stands before it in the file. */
  private above(link: Link): Link | null {
    const parent = link.parent === null ? null : this.links.get(link.parent)
    if (parent !== undefined && parent !== null) return parent.from < link.from ? parent : link.before
    return this.from === 0 ? link.before : null
  }

  private build(): void {
    this.links.clear()
    this.byOffset.clear()
    this.tip = null
    this.read(this.from)
  }

  private read(start: number): void {
    const add = (from: number, uuid: string, parent: string | null) => {
      const link: Link = { from, uuid, parent, before: this.tip, onPath: false }
      this.links.set(uuid, link)
      this.byOffset.set(from, link)
      this.tip = link
    }
    const skips = (line: Line, bytes: Buffer) => {
      const plain = plainLink(bytes)
      if (plain === null) return false
      add(line.from, plain.uuid, plain.parent)
      return true
    }
    for (const record of recordsFrom(this.source, start, this.source.size, skips)) {
      const fields = record.kind === 'record' ? fieldsOf(record.value) : {}
      const uuid = textOf(fields.uuid)
      if (uuid !== null) add(record.from, uuid, textOf(fields.parentUuid))
    }
    this.known = lookedAt(this.source)
    for (const link of this.byOffset.values()) link.onPath = false
    this.markPath(this.tip)
  }

  private markPath(tip: Link | null): void {
    for (let at = tip; at !== null && !at.onPath; at = at.parent === null ? null : this.above(at)) at.onPath = true
  }
}

const head = /^\{"uuid":"([ !#-[\]-~]{1,100})","parentUuid":(?:null|"([ !#-[\]-~]{1,100})"),/

/** The link of a line as Qwen Code writes it, told by its first bytes; null when it has to be parsed. */
function plainLink(bytes: Buffer): { readonly uuid: string; readonly parent: string | null } | null {
  // Only a line that is a whole record counts as one.
  if (bytes[bytes.length - 1] !== 0x7d && bytes[bytes.length - 2] !== 0x7d) return null
  const match = head.exec(bytes.toString('latin1', 0, 260))
  return match?.[1] === undefined ? null : { uuid: match[1], parent: match[2] ?? null }
}
