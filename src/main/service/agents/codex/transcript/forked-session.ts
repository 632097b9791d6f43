import type { Entry, EntryPage, OutlineItem } from '@shared/domain/transcript'
import { fail } from '@shared/ipc/errors'
import type { OpenedSession, PageRequest, SessionAccount } from '../../adapter'
import type { LineSession, SessionImage } from '../../lines/line-session'

/**
 * A session whose history begins in other rollouts, shown as one. Ids and cursors of the n-th ancestor's entries begin with `a<n>-`, the
 * parent's with `a1-`; those of its own are as they are in any session. Counts are of its own rollout only.
 */
export class ForkedSession implements OpenedSession {
  private readonly own: LineSession
  /** The parent first. */
  private readonly ancestors: readonly LineSession[]

  constructor(own: LineSession, ancestors: readonly LineSession[]) {
    this.own = own
    this.ancestors = ancestors
  }

  get summary() {
    return this.own.summary
  }

  get findings() {
    return this.own.findings
  }

  get path() {
    return this.own.path
  }

  async page({ from, direction, limit }: PageRequest): Promise<EntryPage> {
    const { depth, id } = this.placeOf(from)
    return direction === 'forward' ? this.forward(depth, id, limit) : this.backward(depth, id, limit)
  }

  async entry(id: string): Promise<Entry | null> {
    const { depth, id: own } = placeIn(id)
    const entry = (await this.part(depth)?.entry(own)) ?? null
    return entry === null ? null : marked(entry, depth)
  }

  async outline(): Promise<readonly OutlineItem[]> {
    const outlines = []
    for (let depth = this.ancestors.length; depth >= 0; depth -= 1) {
      const items = (await this.part(depth)?.outline()) ?? []
      outlines.push(
        ...items.map((item) => ({ ...item, entry: named(item.entry, depth), cursor: named(item.cursor, depth) }))
      )
    }
    return outlines
  }

  async raw(entryId: string): Promise<string> {
    const { depth, id } = placeIn(entryId)
    const part = this.part(depth)
    return part === null ? fail('not.found', `The session has no entry ${entryId.slice(0, 80)}.`) : part.raw(id)
  }

  async image(entryId: string, index: number): Promise<SessionImage | null> {
    const { depth, id } = placeIn(entryId)
    return (await this.part(depth)?.image(id, index)) ?? null
  }

  account(signal: AbortSignal, progress: (done: number, total: number | null) => void): Promise<SessionAccount> {
    return this.own.account(signal, progress)
  }

  close(): void {
    for (const part of [this.own, ...this.ancestors]) part.close()
  }

  private async forward(depth: number, id: string, limit: number): Promise<EntryPage> {
    const entries: Entry[] = []
    let before: string | null | undefined
    for (let at = depth, from = id; at >= 0; at -= 1, from = 'start') {
      const page = await this.partAt(at).page({ from, direction: 'forward', limit: limit - entries.length })
      before ??= page.before === null ? null : named(page.before, at)
      entries.push(...page.entries.map((entry) => marked(entry, at)))
      if (page.after !== null) return { entries, before: this.beforeOf(before, depth), after: named(page.after, at) }
      if (entries.length >= limit && at > 0) {
        return { entries, before: this.beforeOf(before, depth), after: named('0', at - 1) }
      }
    }
    return { entries, before: this.beforeOf(before ?? null, depth), after: null }
  }

  private async backward(depth: number, id: string, limit: number): Promise<EntryPage> {
    const entries: Entry[] = []
    let after: string | null | undefined
    for (let at = depth, from = id; at <= this.ancestors.length; at += 1, from = 'end') {
      const page = await this.partAt(at).page({ from, direction: 'backward', limit: limit - entries.length })
      after ??= page.after === null ? (at > 0 ? named('0', at - 1) : null) : named(page.after, at)
      entries.unshift(...page.entries.map((entry) => marked(entry, at)))
      if (page.before !== null) return { entries, before: named(page.before, at), after }
      if (entries.length >= limit && at < this.ancestors.length) {
        return { entries, before: named('end', at + 1), after }
      }
    }
    return { entries, before: null, after: after ?? null }
  }

  /** What comes before the beginning of a part is the end of the one above it. */
  private beforeOf(before: string | null | undefined, depth: number): string | null {
    if (before !== null && before !== undefined) return before
    return depth < this.ancestors.length ? named('end', depth + 1) : null
  }

  private placeOf(from: string): { depth: number; id: string } {
    if (from === 'start') return { depth: this.ancestors.length, id: 'start' }
    const place = placeIn(from)
    return this.part(place.depth) === null
      ? fail('bad.input', `${from.slice(0, 40)} is no place in this session.`)
      : place
  }

  private part(depth: number): LineSession | null {
    return depth === 0 ? this.own : (this.ancestors[depth - 1] ?? null)
  }

  private partAt(depth: number): LineSession {
    return this.part(depth) ?? this.own
  }
}

function placeIn(text: string): { depth: number; id: string } {
  const match = /^a(\d{1,3})-(.*)$/.exec(text)
  return match ? { depth: Number(match[1]), id: match[2] ?? '' } : { depth: 0, id: text }
}

function named(id: string, depth: number): string {
  return depth === 0 ? id : `a${depth}-${id}`
}

function marked(entry: Entry, depth: number): Entry {
  if (depth === 0) return entry
  const parent = entry.parent === undefined ? {} : { parent: named(entry.parent, depth) }
  return { ...entry, id: named(entry.id, depth), ...parent, inherited: true }
}
