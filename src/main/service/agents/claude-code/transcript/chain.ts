import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ByteSource } from '../../lines/byte-source'
import type { Line } from '../../lines/line'
import { recordsFrom } from '../../lines/read-records'
import { type Fields, fieldsOf, textOf } from '../records/fields'
import { plainLink } from '../records/line-marks'
import { promptOf } from '../records/prompt'
import { Sidechains } from './sidechains'

interface Link {
  readonly from: number
  readonly parent: string | null
  readonly isPrompt: boolean
  onPath: boolean
}

const pieceBytes = 4 * 1024 * 1024

/** Where the conversation ends: its last record, or the one that a rewind after it went back to. */
class ChainEnd {
  tip: string | null = null
  leaf: string | null = null
  isRewound = false

  link(uuid: string): void {
    this.tip = uuid
    this.leaf = null
  }

  rewind(leaf: string | null): void {
    this.isRewound = true
    this.leaf = leaf
  }
}

/**
 * Which records of a file are on the live branch of the conversation, found from its end upwards. After a rewind the next prompt hangs on
 * an earlier record, and what had followed there is a branch that did not happen for the agent: it begins with a prompt that is not on the
 * path. Records that are off the path for other reasons (results of parallel calls, notes) are none.
 */
export class Chain {
  private source: ByteSource
  private readonly links = new Map<string, Link>()
  private readonly branches = new Map<string, number | null>()
  private sidechains = new Sidechains()
  private rewoundToStart = false
  /** The chain is known from this offset to the end. */
  private from = Number.POSITIVE_INFINITY

  constructor(source: ByteSource) {
    this.source = source
  }

  /** Goes on with the file opened again. What has grown since is looked at anew. */
  use(source: ByteSource): void {
    if (source.size !== this.source.size) this.from = Number.POSITIVE_INFINITY
    this.source = source
  }

  /** Makes sure that an answer about a record at this offset or after it is right. */
  cover(from: number): void {
    if (from >= this.from) return
    this.from = from
    this.build()
  }

  /** The whole file, with a turn for others now and then. */
  async coverAll(): Promise<void> {
    if (this.from === 0) return
    this.from = 0
    for (const _piece of this.steps()) await nextTurn()
  }

  /** Looks at as much again before what is known. */
  private widen(): void {
    const known = Math.max(1024 * 1024, this.source.size - this.from)
    this.cover(Math.max(0, this.from - known))
  }

  /** Entry of the call that a record of a sidechain in the main file belongs to; null when there is none. */
  callOf(uuid: string): string | null {
    for (;;) {
      const owner = this.sidechains.ownerOf(uuid)
      if (owner !== undefined || this.from === 0) return owner ?? null
      this.widen()
    }
  }

  /** Anchor of the prompt that began the abandoned branch which a record is on; null on the live one. */
  branchOf(uuid: string): number | null {
    for (;;) {
      const found = this.findBranch(uuid)
      if (found !== undefined) return found
      this.widen()
    }
  }

  /** Undefined when that stands before what is known. */
  private findBranch(uuid: string): number | null | undefined {
    const climbed: string[] = []
    let above: number | null = null
    for (let at: string | null = uuid; ; ) {
      const link: Link | undefined = at === null ? undefined : this.links.get(at)
      if (link?.onPath) break
      const known = at === null ? undefined : this.branches.get(at)
      if (known !== undefined) {
        above = known
        break
      }
      if (at === null || link === undefined || climbed.length > this.links.size) {
        if (at !== null && link === undefined && this.from > 0) return undefined
        // A root of its own is another conversation in the same file, unless a rewind to the very beginning is on record.
        if (at !== null || !this.rewoundToStart) return this.remember(climbed, null, false)
        break
      }
      climbed.push(at)
      at = link.parent
    }
    return this.remember(climbed, above, true)
  }

  /** Keeps the answer for everything that was climbed, from the top down. */
  private remember(climbed: readonly string[], above: number | null, isBranch: boolean): number | null {
    let branch = above
    for (const uuid of climbed.toReversed()) {
      const link = this.links.get(uuid)
      if (isBranch && branch === null && link?.isPrompt) branch = link.from
      this.branches.set(uuid, branch)
    }
    return branch
  }

  private build(): void {
    for (const _piece of this.steps());
  }

  /** Builds what is known; stops for a moment after every few megabytes. */
  private *steps(): Generator<void> {
    this.links.clear()
    this.branches.clear()
    this.sidechains = new Sidechains()
    const end = new ChainEnd()
    let pause = this.from + pieceBytes
    const skips = (line: Line, bytes: Buffer) => {
      const link = plainLink(bytes)
      if (link === null) return false
      if (link !== 'none') {
        this.links.set(link.uuid, { from: line.from, parent: link.parent, isPrompt: false, onPath: false })
        end.link(link.uuid)
      }
      return true
    }
    for (const record of recordsFrom(this.source, this.from, this.source.size, skips)) {
      if (record.kind !== 'record') continue
      const fields = fieldsOf(record.value)
      const uuid = this.add(fields, record.from)
      if (uuid !== null) end.link(uuid)
      else if (fields.type === 'last-prompt' && fields.explicit === true) end.rewind(textOf(fields.leafUuid))
      if (record.to < pause) continue
      pause = record.to + pieceBytes
      yield
    }
    const root = this.markPath(end.leaf !== null && this.links.has(end.leaf) ? end.leaf : end.tip)
    this.rewoundToStart = end.isRewound && root?.isPrompt === true && root.parent === null
  }

  private add(fields: Fields, from: number): string | null {
    const uuid = textOf(fields.uuid)
    if (uuid === null) return null
    this.sidechains.add(fields, uuid, from)
    if (fields.isSidechain === true) return null
    const parent = textOf(fields.parentUuid) ?? textOf(fields.logicalParentUuid)
    this.links.set(uuid, { from, parent, isPrompt: promptOf(fields) !== null, onPath: false })
    return uuid
  }

  /** Marks the path from the tip upwards; the answer is where it ends. */
  private markPath(tip: string | null): Link | null {
    let top: Link | null = null
    for (let at = tip; at !== null; at = top.parent) {
      const link = this.links.get(at)
      if (link === undefined || link.onPath) break
      link.onPath = true
      top = link
    }
    return top
  }
}
