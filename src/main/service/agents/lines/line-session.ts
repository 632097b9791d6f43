import type { Finding } from '@shared/domain/finding'
import type { Entry, EntryPage, OutlineItem } from '@shared/domain/transcript'
import { fail } from '@shared/ipc/errors'
import type { ListedSession, NativeIds, OpenedSession, PageRequest, SessionAccount, TokenUsage } from '../adapter'
import { type ByteSource, type OpenBytes, openBytes } from './byte-source'
import { RecordCounts } from './damage'
import { findItem } from './find-item'
import type { LineRecord } from './line-record'
import { anchorOfEntry, type LineItem, type Project } from './projection'
import { readOutline } from './read-outline'
import type { Skips } from './read-records'
import { itemsBefore, itemsFrom } from './read-window'
import { walkFile } from './walk-file'

export interface SessionImage {
  readonly mediaType: string
  readonly data: Uint8Array
}

/** Adds up what the replies of one session used. */
export interface UsageCounter {
  add(record: LineRecord): void
  total(): TokenUsage
}

/** What a format adds to the reading of its lines. */
export interface LineFormat {
  readonly path: string
  readonly summary: ListedSession
  readonly findings: readonly Finding[]
  /** Set where lines are not the bytes of the file: opens them. */
  open?(): OpenBytes
  /** The file counts only up to this byte: what a fork takes over of its parent. */
  readonly until?: number
  /**
   * How records become items, for a page that reads this range of the file first; `null` for all of it. May read ahead what it needs,
   * such as which branch of the conversation is the live one.
   */
  projector(source: ByteSource, range: { readonly from: number } | null): Promise<Project>
  /** The n-th image of an entry, from its records, which are whole. */
  image?(item: LineItem, values: readonly unknown[], index: number): SessionImage | null
  /** Lines that hold neither a prompt nor a divider, told by their bytes: the outline passes over them. */
  outlineSkips?: Skips
  /**
   * What the outline before an offset depends on beside the records there. Set only where later records change an earlier outline through
   * nothing else: then a file that has grown is gone on with.
   */
  outlineSignature?(until: number): string
  /** The agent's own ids of records by their offsets, where it gives them some. */
  recordIds?(source: ByteSource): ReadonlyMap<number, string>
  /** Set where a file holds records of other sessions too: those are not counted. */
  belongs?(record: LineRecord): boolean
  /** Starts to add up tokens, where the agent records them. */
  usageCounter?(): UsageCounter
  /** Findings that come of reading everything, beside damage to lines. */
  accountFindings?(): readonly Finding[]
  close?(): void
}

/**
 * A session in a file of JSON lines. A cursor is the byte offset of a record; each request opens the file and reads what it needs, so
 * that opening shows the end of a file of any size at once.
 */
export class LineSession implements OpenedSession {
  private readonly format: LineFormat

  constructor(format: LineFormat) {
    this.format = format
  }

  get summary(): ListedSession {
    return this.format.summary
  }

  get findings(): readonly Finding[] {
    return this.format.findings
  }

  get path(): string {
    return this.format.path
  }

  page({ from, direction, limit }: PageRequest): Promise<EntryPage> {
    return this.reading(async (source) => {
      const at = offsetOf(from, source.size)
      const project = await this.format.projector(source, { from: direction === 'backward' ? at - 1 : at })
      const backward = direction === 'backward'
      const found = backward ? itemsBefore(source, at, limit, project) : itemsFrom(source, at, limit, project)
      const next = backward ? found.items[0]?.anchor : nextOffset(found.items)
      const near = backward ? (at < source.size ? String(at) : null) : at > 0 ? String(at) : null
      const far = found.more && next !== undefined ? String(next) : null
      const entries = found.items.map(({ entry }) => entry)
      return backward ? { entries, before: far, after: near } : { entries, before: near, after: far }
    })
  }

  entry(id: string): Promise<Entry | null> {
    return this.reading(async (source) => (await this.find(source, id))?.item.entry ?? null)
  }

  outline(): Promise<readonly OutlineItem[]> {
    return this.reading((source) => readOutline(source, this.format))
  }

  raw(entryId: string): Promise<string> {
    return this.reading(async (source) => {
      const found = await this.find(source, entryId)
      if (found === null) return fail('not.found', `The session has no entry ${entryId}.`)
      return found.item.records.map(({ from, to }) => source.read(from, to).toString('utf8').trimEnd()).join('\n')
    })
  }

  nativeIds(): Promise<NativeIds> {
    return this.reading(async (source) => {
      const ids = this.format.recordIds?.(source)
      return (entry) => {
        const anchor = ids === undefined ? null : anchorOfEntry(entry)
        const id = anchor === null ? undefined : ids?.get(anchor)
        // Several entries of one record are told apart by their number.
        return id === undefined ? null : `${id}${entry.slice(String(anchor).length)}`
      }
    })
  }

  image(entryId: string, index: number): Promise<SessionImage | null> {
    return this.reading(async (source) => {
      const found = this.format.image === undefined ? null : await this.find(source, entryId)
      return found === null ? null : (this.format.image?.(found.item, found.values(), index) ?? null)
    })
  }

  account(signal: AbortSignal, progress: (done: number, total: number | null) => void): Promise<SessionAccount> {
    return this.reading(async (source) => {
      const project = await this.format.projector(source, null)
      const counts = new RecordCounts(this.format.path)
      const usage = this.format.usageCounter?.()
      let entries = 0
      for await (const { records, items, raw, to } of walkFile(source, project, signal)) {
        for (const record of records) {
          if (!(this.format.belongs?.(record) ?? true)) continue
          counts.add(record, raw.has(record.from))
          usage?.add(record)
        }
        entries += items.filter(isCounted).length
        progress(to, source.size)
      }
      const more = this.format.accountFindings?.() ?? []
      return {
        accounting: counts.accounting(),
        entries,
        findings: [...this.format.findings, ...more, ...counts.findings()],
        ...(usage && { usage: usage.total() })
      }
    })
  }

  close(): void {
    this.format.close?.()
  }

  private async find(source: ByteSource, id: string) {
    const anchor = anchorOfEntry(id)
    if (anchor === null || anchor >= source.size) return null
    return findItem(source, id, await this.format.projector(source, { from: anchor }))
  }

  private async reading<T>(work: (source: ByteSource) => Promise<T>): Promise<T> {
    const source = this.format.open?.() ?? openBytes(this.format.path)
    try {
      return await work({ ...source, size: Math.min(source.size, this.format.until ?? source.size) })
    } finally {
      source.close()
    }
  }
}

/** Joined entries, without inherited ones, children and what is kept raw (design: "Counts"). */
function isCounted({ entry }: LineItem): boolean {
  return !entry.inherited && entry.parent === undefined && entry.kind !== 'unrecognised'
}

/** A page that ends early goes on after its last item: at its record's end there may be another one. */
function nextOffset(items: readonly LineItem[]): number | undefined {
  const last = items.at(-1)
  return last === undefined ? undefined : (last.records.find(({ from }) => from === last.anchor)?.to ?? last.anchor + 1)
}

function offsetOf(from: string, size: number): number {
  if (from === 'start') return 0
  if (from === 'end') return size
  const at = /^\d{1,16}$/.test(from) ? Number(from) : Number.NaN
  if (Number.isNaN(at)) return fail('bad.input', `${from.slice(0, 40)} is no place in this session.`)
  return Math.min(at, size)
}
