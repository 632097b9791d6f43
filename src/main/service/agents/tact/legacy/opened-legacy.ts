import type { Finding } from '@shared/domain/finding'
import type { Entry, EntryPage, OutlineItem } from '@shared/domain/transcript'
import { fail } from '@shared/ipc/errors'
import type { ListedSession, OpenedSession, PageRequest, SessionAccount } from '../../adapter'
import { notice } from '../findings'
import { decodeRow, rowText, type StoredRow } from '../record'
import { Accountant } from '../transcript/account'
import { formatCursor, parseCursor } from '../transcript/cursor'
import { decodeImage } from '../transcript/images'
import { imageUrlsOfRecord } from '../transcript/images-of-record'
import { type Item, rowsOf } from '../transcript/item'
import { fromTheStart, TranscriptProjector } from '../transcript/projector'

/** Records of the files have schema version 1 (format: "Legacy generations"). */
export const legacySchema = 1

/** A session of the layouts before SQLite. It is read whole when it is opened: nothing adds to it any more. */
export class LegacyOpened implements OpenedSession {
  readonly summary: ListedSession
  readonly path: string
  readonly findings: readonly Finding[]
  private readonly rows: readonly StoredRow[]
  private readonly items: readonly Item[]

  constructor(summary: ListedSession, path: string, rows: readonly StoredRow[], whole: boolean) {
    this.summary = summary
    this.path = path
    this.rows = rows
    this.findings = [olderLayout, ...(whole ? [] : [tornEnd(path)])]
    const projector = new TranscriptProjector(fromTheStart(legacySchema))
    for (const row of rows) projector.push(row)
    projector.close()
    this.items = [...projector.items].sort((a, b) => a.anchor - b.anchor).filter((item) => !item.hidden)
  }

  async page({ from, direction, limit }: PageRequest): Promise<EntryPage> {
    const at = this.position(from)
    const [start, end] = direction === 'forward' ? [at, at + limit] : [Math.max(0, at - limit), at]
    return {
      entries: this.items.slice(start, end).map((item) => item.entry),
      before: start > 0 ? this.cursor(start) : null,
      after: end < this.items.length ? this.cursor(end) : null
    }
  }

  async entry(id: string): Promise<Entry | null> {
    return this.find(id)?.entry ?? null
  }

  async outline(): Promise<readonly OutlineItem[]> {
    return this.items.flatMap((item, index) => {
      const { id, kind, at, text } = item.entry
      if (kind !== 'user') return []
      return [{ entry: id, cursor: this.cursor(index), at, text: text.slice(0, 500), kind: 'prompt' as const }]
    })
  }

  async raw(entryId: string): Promise<string> {
    const item = this.find(entryId)
    if (!item) return fail('not.found', `There is no entry ${entryId}.`)
    return rowsOf(item)
      .map((id) => rowText(this.row(id)))
      .join('\n')
  }

  async image(entryId: string, index: number): Promise<{ mediaType: string; data: Uint8Array } | null> {
    const place = this.find(entryId)?.images[index]?.place
    if (place?.in !== 'row') return null
    const decoded = decodeRow(this.row(place.eventId))
    const url = decoded.state === 'ok' ? imageUrlsOfRecord(decoded.record)[place.index] : undefined
    return url === undefined ? null : decodeImage(url)
  }

  async account(signal: AbortSignal, progress: (done: number, total: number | null) => void): Promise<SessionAccount> {
    signal.throwIfAborted()
    const accountant = new Accountant(legacySchema)
    for (const row of this.rows) accountant.push(row)
    accountant.endPart()
    progress(this.rows.length, this.rows.length)
    const account = accountant.result()
    return { ...account, findings: [...this.findings, ...account.findings] }
  }

  close(): void {
    // Everything is in memory and goes with this object.
  }

  private find(entryId: string): Item | undefined {
    return this.items.find((item) => item.entry.id === entryId)
  }

  private row(eventId: number): StoredRow {
    return this.rows[eventId - 1] ?? { eventId, bytes: null }
  }

  /** Cursors count entries, which never change here. */
  private cursor(index: number): string {
    return formatCursor({ part: 0, eventId: index })
  }

  private position(from: string): number {
    if (from === 'start') return 0
    return from === 'end' ? this.items.length : Math.min(parseCursor(from, 1).eventId, this.items.length)
  }
}

const olderLayout = notice('session.layout', 'The session is in the layout of tact 0.3 and older.', {
  still: 'The whole transcript can be read.',
  can: 'tact since 0.4 neither lists nor resumes it.'
})

function tornEnd(path: string): Finding {
  return notice('session.torn', 'The end of the session was not written completely.', {
    where: path,
    still: 'Every record before it is shown.'
  })
}
