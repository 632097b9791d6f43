import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Finding } from '@shared/domain/finding'
import type { Entry, EntryPage, OutlineItem } from '@shared/domain/transcript'
import { fail } from '@shared/ipc/errors'
import type { ListedSession, OpenedSession, PageRequest, Reading, SessionAccount } from '../../adapter'
import { integer, type ReadDatabase } from '../../foreign-sqlite/read-database'
import { isDamage } from '../../foreign-sqlite/sqlite-failure'
import { unlessDamaged } from '../../foreign-sqlite/unless-damaged'
import { hasRow, readRow, readRows } from '../database/rows'
import { withDatabase } from '../database/with-database'
import { asText } from '../json-access'
import { decodeRow, rowText } from '../record'
import { imagesOfPrompt, type ResumeState } from '../resume-state'
import { comparedTools } from '../sessions/compared-tools'
import { readState, stateFindings } from '../sessions/read-state'
import { judgeResume, type Resumability } from '../sessions/resumability'
import { readSessionRow, type SessionRow } from '../sessions/session-row'
import { readSessionRows } from '../sessions/session-rows'
import { summariseState } from '../sessions/state-only'
import { summarise } from '../sessions/summary'
import { Accountant } from './account'
import { decodeImage, describeImage, imageUrls } from './images'
import { imageUrlsOfRecord } from './images-of-record'
import { anchorOf, type ImagePlace, type ImageSource, type Item, rowsOf } from './item'
import { type LineagePart, loadLineage } from './lineage'
import { readOutline } from './outline'
import { readPage, toEntries } from './pages'
import { PartReader } from './part-reader'
import { unfinishedTurn } from './unfinished-turn'

const databaseSchema = 2
const accountBatch = { rows: 4000, bytes: 4_000_000 }

/** Opens a session of the database. Throws `not.found` when neither the session nor a state of it is there. */
export async function openDatabaseSession(path: string, id: string, reading: Reading): Promise<OpenedSession> {
  const facts = await withDatabase(path, reading, (database) => sessionFacts(database, id))
  if (facts === null) {
    return fail('not.found', `There is no session ${id} in ${path}.`, { data: { session: id } })
  }
  return new DatabaseSession(path, reading, facts)
}

interface SessionFacts {
  readonly summary: ListedSession
  readonly findings: readonly Finding[]
  readonly parts: readonly LineagePart[]
}

function sessionFacts(database: ReadDatabase, id: string): SessionFacts | null {
  const row = sessionRowOf(database, id)
  const state = row === null ? readState(database, id) : null
  if (row === null && state === null) return null
  const lineage = loadLineage(database, id)
  const verdict: Resumability = judgeResume(database, id, row?.model ?? null, lineage.findings)
  const summary = row === null ? summariseState(id, state, verdict.resumable) : summarise(row, verdict, {})
  const tools = comparedTools(row?.applicationVersion ?? '')
  const findings = [
    ...(row?.findings ?? []),
    ...verdict.findings,
    ...(tools === null ? [] : [tools]),
    ...unfinishedTurn(database, id)
  ]
  return { summary, findings, parts: lineage.parts }
}

function sessionRowOf(database: ReadDatabase, id: string): SessionRow | null {
  try {
    return readSessionRow(database, id)
  } catch (error) {
    if (!isDamage(error)) throw error
    const states = new Map(readState(database, id) === null ? [] : [[id, 0]])
    return readSessionRows(database, states, []).find((row) => row.id === id) ?? null
  }
}

/** Reads from the database what each request needs; between requests it holds no connection. */
class DatabaseSession implements OpenedSession {
  readonly summary: ListedSession
  readonly findings: readonly Finding[]
  readonly path: string
  private readonly reading: Reading
  private readonly parts: readonly LineagePart[]
  private state: ResumeState | null | undefined

  constructor(path: string, reading: Reading, facts: SessionFacts) {
    this.path = path
    this.reading = reading
    this.summary = facts.summary
    this.findings = facts.findings
    this.parts = facts.parts
  }

  page(request: PageRequest): Promise<EntryPage> {
    return this.read((database) => readPage(database, this.parts, request, this.stateImages(database)))
  }

  entry(id: string): Promise<Entry | null> {
    return this.read((database) => {
      const found = this.find(database, id)
      if (found === null || found.item.hidden) return null
      return toEntries([found], this.parts)[0] ?? null
    })
  }

  outline(): Promise<readonly OutlineItem[]> {
    return this.read((database) => readOutline(database, this.parts))
  }

  raw(entryId: string): Promise<string> {
    return this.read((database) => {
      const found = this.find(database, entryId)
      if (found === null) return fail('not.found', `There is no entry ${entryId}.`)
      const rows = rowsOf(found.item).map((eventId) => readRow(database, eventId) ?? { eventId, bytes: null })
      return rows.map(rowText).join('\n')
    })
  }

  image(entryId: string, index: number): Promise<{ mediaType: string; data: Uint8Array } | null> {
    return this.read((database) => {
      const place = this.find(database, entryId)?.item.images[index]?.place
      const url = place ? this.imageUrl(database, place) : null
      return url === null ? null : decodeImage(url)
    })
  }

  async account(signal: AbortSignal, progress: (done: number, total: number | null) => void): Promise<SessionAccount> {
    const total = await this.read((database) => countRows(database, this.parts))
    const accountant = new Accountant(databaseSchema)
    let done = 0
    for (const part of this.parts) {
      accountant.startPart(part.inherited)
      for (let from: number | null = 0; from !== null; ) {
        signal.throwIfAborted()
        const start: number = from
        const batch = await this.read((database) =>
          readRows(database, { session: part.session, from: start, through: part.through }, accountBatch)
        )
        for (const row of batch.rows) {
          if (row.eventId <= part.shownThrough) accountant.push(row)
          else accountant.pushPruned(row)
        }
        done += batch.rows.length
        progress(done, Math.max(total, done))
        from = batch.next
        await nextTurn()
      }
      accountant.endPart()
    }
    const state = await this.read((database) => stateFindings(database, this.summary.id) ?? [])
    return withKnown(accountant.result(), [...this.findings, ...state])
  }

  close(): void {
    this.state = undefined
  }

  private read<T>(work: (database: ReadDatabase) => T): Promise<T> {
    return withDatabase(this.path, this.reading, work)
  }

  private find(database: ReadDatabase, entryId: string): { part: number; item: Item } | null {
    const eventId = anchorOf(entryId)
    if (eventId === null) return null
    const index = this.parts.findIndex((part) => hasRow(database, part.session, eventId))
    const part = this.parts[index]
    if (part === undefined) return null
    const items = new PartReader(database, part, this.stateImages(database)).at(eventId)
    const item = items.find((each) => each.entry.id === entryId)
    return item ? { part: index, item } : null
  }

  private stateImages(database: ReadDatabase): (prompt: string) => readonly ImageSource[] {
    return (prompt) =>
      imageUrls(this.imagesInState(database, prompt)).map((url, index) => ({
        info: describeImage(url),
        place: { in: 'state', prompt, index }
      }))
  }

  private imagesInState(database: ReadDatabase, prompt: string): readonly unknown[] {
    if (this.state === undefined) this.state = readState(database, this.summary.id)
    return this.state ? imagesOfPrompt(this.state, prompt) : []
  }

  private imageUrl(database: ReadDatabase, place: ImagePlace): string | null {
    if (place.in === 'state') return imageUrls(this.imagesInState(database, place.prompt))[place.index] ?? null
    const row = readRow(database, place.eventId)
    const decoded = row ? decodeRow(row) : null
    return decoded?.state === 'ok' ? asText(imageUrlsOfRecord(decoded.record)[place.index]) : null
  }
}

/** What was known before and what reading everything added, each once. */
function withKnown(account: SessionAccount, known: readonly Finding[]): SessionAccount {
  const found = new Map([...known, ...account.findings].map((finding) => [`${finding.code} ${finding.where}`, finding]))
  return { ...account, findings: [...found.values()] }
}

function countRows(database: ReadDatabase, parts: readonly LineagePart[]): number {
  return parts.reduce((sum, part) => {
    const rows = unlessDamaged(0, () => {
      const row = database.get(
        'SELECT count(*) AS rows FROM events INDEXED BY events_by_session WHERE session_id = ? AND event_id <= ?',
        part.session,
        part.through
      )
      return integer(row?.rows) ?? 0
    })
    return sum + rows
  }, 0)
}
