import type { Finding } from '@shared/domain/finding'
import type { Entry, EntryPage, OutlineItem } from '@shared/domain/transcript'
import { fail } from '@shared/ipc/errors'
import { cutText } from '../../../catalog/cut-text'
import type { OpenedSession, PageRequest, SessionAccount, SourceKey } from '../../adapter'
import { type Fields, fieldsOf, listOf } from '../fields'
import { accountRecords } from '../transcript/account-records'
import { countEntries } from '../transcript/count-entries'
import { ExactTimes } from '../transcript/exact-times'
import { imagesOf } from '../transcript/images-of'
import { layOut } from '../transcript/lay-out'
import { type EntrySource, makeEntry, messageOf, slotId } from '../transcript/make-entry'
import { RawRecords } from '../transcript/raw-records'
import { blocksOf, type Slot } from '../transcript/slots'
import { contentFindings, separateParts } from './content-findings'
import { examineSession } from './examine-session'
import type { ReadSession } from './read-session'
import { withoutSealedWords } from './sealed-findings'

const outlineText = 400

export interface OpenedFacts {
  readonly root: string
  readonly key: SourceKey
  readonly summary: OpenedSession['summary']
}

/** An opened session: one parse, from which everything is answered. A cursor is the number of entries before it. */
export class A3sTranscript implements OpenedSession {
  readonly summary: OpenedSession['summary']
  readonly findings: readonly Finding[]
  readonly path: string
  private readonly facts: OpenedFacts
  private readonly read: ReadSession
  private readonly source: EntrySource
  private readonly records: RawRecords
  private byId: Map<string, number> | null = null

  constructor(read: ReadSession, snapshot: Fields, facts: OpenedFacts) {
    const layout = layOut(snapshot)
    const times = new ExactTimes(listOf(snapshot.run_records), layout)
    this.facts = facts
    this.read = read
    this.source = { snapshot, layout, times }
    this.path = read.path
    this.findings = this.kept([...read.findings, ...this.beside()])
    this.summary = facts.summary
    const modifiedAt = read.stat.mtimeMs
    this.records = new RawRecords({ ...facts, path: read.path, form: read.form, snapshot, modifiedAt })
  }

  async page({ from, direction, limit }: PageRequest): Promise<EntryPage> {
    const { slots } = this.source.layout
    const gap = this.gapAt(from)
    const first = direction === 'forward' ? gap : Math.max(0, gap - limit)
    const last = direction === 'forward' ? Math.min(slots.length, gap + limit) : gap
    return {
      entries: slots.slice(first, last).map((slot) => makeEntry(slot, this.source)),
      before: first > 0 ? String(first) : null,
      after: last < slots.length ? String(last) : null
    }
  }

  async entry(id: string): Promise<Entry | null> {
    const slot = this.slotOf(id)
    return slot === null ? null : makeEntry(slot, this.source)
  }

  async outline(): Promise<readonly OutlineItem[]> {
    return this.source.layout.slots.flatMap((slot, index): OutlineItem[] => {
      if (!outlined.has(slot.kind)) return []
      const entry = makeEntry(slot, this.source)
      if (entry.kind !== 'user' && entry.kind !== 'notice') return []
      const kind = entry.kind === 'user' ? 'prompt' : 'notice'
      const notice = entry.notice && { notice: entry.notice }
      const text = cutText(entry.text, outlineText)
      return [{ entry: entry.id, cursor: String(index), at: entry.at, text, kind, ...notice }]
    })
  }

  async raw(entryId: string): Promise<string> {
    const slot = this.slotOf(entryId)
    if (slot === null) fail('not.found', `The session has no entry ${entryId}.`)
    return this.records.textOf(slot)
  }

  async image(entryId: string, index: number): Promise<{ mediaType: string; data: Uint8Array } | null> {
    const slot = this.slotOf(entryId)
    const image = slot === null ? undefined : imagesOf(this.imageBlocks(slot))[index]
    return image === undefined
      ? null
      : { mediaType: image.mediaType, data: new Uint8Array(Buffer.from(image.base64, 'base64')) }
  }

  /** The exact look that a first screen leaves out happens here: the file is read once more. */
  async account(signal: AbortSignal, progress: (done: number, total: number | null) => void): Promise<SessionAccount> {
    signal.throwIfAborted()
    const { snapshot } = this.source
    const accounting = accountRecords(snapshot)
    const examined = examineSession(this.facts.root, this.read, this.facts.key)
    signal.throwIfAborted()
    progress(accounting.read, accounting.read)
    const findings = this.kept([...examined, ...this.beside()])
    return { accounting, entries: countEntries(snapshot), findings }
  }

  /** Everything is in memory, so there is nothing to give back. */
  close(): void {
    this.byId = null
  }

  private beside(): readonly Finding[] {
    const { snapshot, layout } = this.source
    return [
      ...separateParts(this.read.form, snapshot, this.path),
      ...contentFindings(snapshot, layout.slots, this.path)
    ]
  }

  private kept(findings: readonly Finding[]): readonly Finding[] {
    return this.read.sealed ? withoutSealedWords(findings) : findings
  }

  private imageBlocks(slot: Slot): unknown {
    const { snapshot } = this.source
    if (slot.kind === 'user' || slot.kind === 'image') return blocksOf(messageOf(snapshot, slot.message))
    if (slot.kind !== 'call' || slot.result === null) return []
    return fieldsOf(blocksOf(messageOf(snapshot, slot.result.message))[slot.result.block]).content
  }

  private gapAt(from: string): number {
    const { length } = this.source.layout.slots
    if (from === 'start') return 0
    if (from === 'end') return length
    const gap = /^\d{1,9}$/.test(from) ? Number(from) : Number.NaN
    // A session may have become shorter since the cursor was given.
    return Number.isNaN(gap) ? fail('bad.input', `${from} is no place in this session.`) : Math.min(gap, length)
  }

  private slotOf(id: string): Slot | null {
    const { slots } = this.source.layout
    this.byId ??= new Map(slots.map((slot, index) => [slotId(slot), index]))
    const index = this.byId.get(id)
    return index === undefined ? null : (slots[index] ?? null)
  }
}

const outlined = new Set<Slot['kind']>(['user', 'event', 'run'])
