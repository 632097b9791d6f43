import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ByteSource } from '../../lines/byte-source'
import { ChainLinks, type Link } from './chain-links'

/**
 * Which records of a file are on the live branch of the conversation, found from its end upwards. After a rewind the next prompt hangs on
 * an earlier record, and what had followed there is a branch that did not happen for the agent: it begins with a prompt that is not on the
 * path. Records that are off the path for other reasons (results of parallel calls, notes) are none.
 */
export class Chain {
  private source: ByteSource
  private known = new ChainLinks(Number.POSITIVE_INFINITY)
  private readonly branches = new Map<string, number | null>()

  constructor(source: ByteSource) {
    this.source = source
  }

  /** Goes on with the file opened again. Of a file that has grown only the rest is read; another one is read anew. */
  use(source: ByteSource): void {
    this.source = source
    if (this.known.from === Number.POSITIVE_INFINITY || source.size === this.known.size) return
    if (this.known.hasGrown(source)) for (const _piece of this.known.read(source));
    else this.known = new ChainLinks(Number.POSITIVE_INFINITY)
    this.branches.clear()
  }

  /** Makes sure that an answer about a record at this offset or after it is right. What is missing is read from the file as it is open now. */
  cover(from: number, source = this.source): void {
    this.source = source
    if (from >= this.known.from) return
    // Half as much again at least: whoever pages back through a long file must not have its end read for every page.
    const more = this.known.from - Math.ceil((this.source.size - this.known.from) / 2)
    const links = new ChainLinks(Number.isFinite(more) ? Math.max(0, Math.min(from, more)) : from)
    for (const _piece of links.read(this.source));
    this.take(links)
  }

  /** The whole file, with a turn for others now and then; they see what was known before. */
  async coverAll(source: ByteSource): Promise<void> {
    if (this.known.from === 0) return
    const links = new ChainLinks(0)
    for (const _piece of links.read(source)) await nextTurn()
    if (this.known.from !== 0) this.take(links)
  }

  /** Tells whether two looks at the file saw the same branches up to an offset. */
  signature(until: number): string {
    const starts: number[] = []
    for (const [uuid, { from, isPrompt }] of this.known.links) {
      if (isPrompt && from < until && this.branchOf(uuid) === from) starts.push(from)
    }
    return starts.join(' ')
  }

  private take(links: ChainLinks): void {
    this.known = links
    this.branches.clear()
  }

  /** Looks at as much again before what is known. */
  private widen(): void {
    const size = Math.max(1024 * 1024, this.source.size - this.known.from)
    this.cover(Math.max(0, this.known.from - size))
  }

  /** Entry of the call that a record of a sidechain in the main file belongs to; null when there is none. */
  callOf(uuid: string): string | null {
    for (;;) {
      const owner = this.known.sidechains.ownerOf(uuid)
      if (owner !== undefined || this.known.from === 0) return owner ?? null
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
      const link: Link | undefined = at === null ? undefined : this.known.links.get(at)
      if (link?.onPath) break
      const known = at === null ? undefined : this.branches.get(at)
      if (known !== undefined) {
        above = known
        break
      }
      if (at === null || link === undefined || climbed.length > this.known.links.size) {
        if (at !== null && link === undefined && this.known.from > 0 && !this.known.isWhole) return undefined
        // A root of its own is another conversation in the same file, unless a rewind to the very beginning is on record.
        if (at !== null || !this.known.rewoundToStart) return this.remember(climbed, null, false)
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
      const link = this.known.links.get(uuid)
      if (isBranch && branch === null && link?.isPrompt) branch = link.from
      this.branches.set(uuid, branch)
    }
    return branch
  }
}

/** Chains of the files that were looked at last, by path: a session that is opened again after it grew needs only the rest. */
const chains = new Map<string, Chain>()
const mostChains = 3

export function chainOf(path: string, source: ByteSource): Chain {
  const chain = chains.get(path) ?? new Chain(source)
  chains.delete(path)
  chains.set(path, chain)
  const [oldest] = chains.keys()
  if (chains.size > mostChains && oldest !== undefined) chains.delete(oldest)
  chain.use(source)
  return chain
}
