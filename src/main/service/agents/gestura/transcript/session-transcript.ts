import type { Finding } from '@shared/domain/finding'
import type { Entry, EntryPage, OutlineItem } from '@shared/domain/transcript'
import { fail } from '@shared/ipc/errors'
import type { OpenedSession, PageRequest, SessionAccount } from '../../adapter'
import { cutText } from '../reading/cut-text'
import { type Fields, fieldsOf } from '../reading/fields'
import { once } from '../reading/once'
import type { JudgedSession, ReadSession } from '../sessions/read-session'
import { countEntries } from '../sessions/summarise-session'
import { accountRecords } from './account-records'
import { makeEntry, slotId } from './make-entry'
import { RawRecords } from './raw-records'
import type { Slot } from './slots'
import { transcriptFindings } from './transcript-findings'

const outlineText = 400

/**
 * An opened session: one parse, from which everything is answered; pages do not wait for it to be judged. A cursor is the number of
 * entries before it.
 */
export class SessionTranscript implements OpenedSession {
  readonly path: string
  private readonly judged: () => JudgedSession
  private readonly state: Fields
  private readonly slots: readonly Slot[]
  private readonly records: RawRecords
  private byId: Map<string, number> | null = null

  constructor(read: ReadSession, session: Fields, more: readonly Finding[]) {
    this.state = fieldsOf(session.state)
    this.slots = read.slots
    this.path = read.path
    this.records = new RawRecords(read.path, read.startIn)
    this.judged = once(() => {
      const { listed, findings } = read.judge()
      const all = [...findings, ...more, ...transcriptFindings(this.slots, this.state)]
      return { listed: { ...listed, findings: all.length }, findings: all }
    })
  }

  get summary(): OpenedSession['summary'] {
    return this.judged().listed
  }

  get findings(): readonly Finding[] {
    return this.judged().findings
  }

  async page({ from, direction, limit }: PageRequest): Promise<EntryPage> {
    const gap = this.gapAt(from)
    const first = direction === 'forward' ? gap : Math.max(0, gap - limit)
    const last = direction === 'forward' ? Math.min(this.slots.length, gap + limit) : gap
    return {
      entries: this.slots.slice(first, last).map((slot) => makeEntry(slot, this.state)),
      before: first > 0 ? String(first) : null,
      after: last < this.slots.length ? String(last) : null
    }
  }

  async entry(id: string): Promise<Entry | null> {
    const slot = this.slotOf(id)
    return slot === null ? null : makeEntry(slot, this.state)
  }

  async outline(): Promise<readonly OutlineItem[]> {
    const items: OutlineItem[] = []
    for (const [index, slot] of this.slots.entries()) {
      if (slot.kind !== 'user' && slot.kind !== 'system' && slot.kind !== 'paused') continue
      const entry = makeEntry(slot, this.state)
      const kind = slot.kind === 'user' ? 'prompt' : 'notice'
      items.push({ entry: entry.id, cursor: String(index), at: entry.at, text: cutText(entry.text, outlineText), kind })
    }
    return items
  }

  async raw(entryId: string): Promise<string> {
    const slot = this.slotOf(entryId)
    if (slot === null) fail('not.found', `The session has no entry ${entryId}.`)
    return this.records.textOf(slot, this.state)
  }

  /** The format has no images. */
  async image(): Promise<null> {
    return null
  }

  async account(signal: AbortSignal, progress: (done: number, total: number | null) => void): Promise<SessionAccount> {
    signal.throwIfAborted()
    const accounting = accountRecords(this.slots, this.state)
    progress(accounting.read, accounting.read)
    return { accounting, entries: countEntries(this.slots), findings: this.findings }
  }

  /** Everything is in memory, so there is nothing to give back. */
  close(): void {
    this.byId = null
  }

  private gapAt(from: string): number {
    if (from === 'start') return 0
    if (from === 'end') return this.slots.length
    const gap = /^\d{1,9}$/.test(from) ? Number(from) : Number.NaN
    // A session may have become shorter since the cursor was given.
    return Number.isNaN(gap)
      ? fail('bad.input', `${from} is no place in this session.`)
      : Math.min(gap, this.slots.length)
  }

  private slotOf(id: string): Slot | null {
    this.byId ??= new Map(this.slots.map((slot, index) => [slotId(slot), index]))
    const index = this.byId.get(id)
    return index === undefined ? null : (this.slots[index] ?? null)
  }
}
