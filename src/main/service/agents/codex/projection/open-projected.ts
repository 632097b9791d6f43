import { join } from 'node:path'
import type { Finding } from '@shared/domain/finding'
import type { Accounting, Entry, EntryPage, OutlineItem } from '@shared/domain/transcript'
import { ExpectedFailure, fail } from '@shared/ipc/errors'
import { cutText } from '../../../catalog/cut-text'
import type { ListedSession, OpenedSession, PageRequest, Reading, SessionAccount } from '../../adapter'
import { withDatabase } from '../../foreign-sqlite/with-database'
import { finding } from '../findings'
import { newestGeneration } from '../index/thread-index'
import { type ProjectedRow, projectedEntry } from './projected-item'
import { hasItems, rowsBefore, rowsFrom } from './projected-rows'

const stretch = 500

/** What Codex's projection still has of a session whose rollout is gone; null when that is nothing (cases: B9). */
export async function openProjected(
  root: string,
  id: string,
  summary: ListedSession,
  reading: Reading
): Promise<OpenedSession | null> {
  const name = newestGeneration(root, 'thread_history')
  if (name === null) return null
  const path = join(root, name)
  try {
    const has = await withDatabase(path, reading, (database) => hasItems(database, id))
    return has ? new ProjectedSession(path, id, summary, reading) : null
  } catch (error) {
    // Not readable: then nothing is left of the session that could be shown.
    if (error instanceof ExpectedFailure) return null
    throw error
  }
}

class ProjectedSession implements OpenedSession {
  readonly summary: ListedSession
  readonly path: string
  readonly findings: readonly Finding[]
  private readonly id: string
  private readonly reading: Reading

  constructor(path: string, id: string, summary: ListedSession, reading: Reading) {
    this.path = path
    this.id = id
    this.summary = summary
    this.reading = reading
    this.findings = [
      finding(
        'problem',
        'rollout.projected',
        'The rollout of this session is gone; what is shown comes from a copy in a database of Codex.',
        {
          where: path,
          still: 'Prompts, replies and what commands did.',
          can: 'Codex itself cannot go on with it.'
        }
      )
    ]
  }

  async page({ from, direction, limit }: PageRequest): Promise<EntryPage> {
    const at = ordinalOf(from)
    const found = await this.rows(direction === 'forward' ? rowsFrom : rowsBefore, at, limit + 1)
    const more = found.length > limit
    const forward = direction === 'forward'
    const rows = forward ? found.slice(0, limit) : found.slice(-limit)
    const [first, last] = [rows[0], rows.at(-1)]
    const isEdge = forward ? at === 0 : at === Number.MAX_SAFE_INTEGER
    const near = isEdge ? null : String(at)
    const far = !more ? null : forward ? String((last?.ordinal ?? at) + 1) : String(first?.ordinal ?? at)
    const entries = rows.map(entryOf)
    return forward ? { entries, before: near, after: far } : { entries, before: far, after: near }
  }

  async entry(id: string): Promise<Entry | null> {
    const row = await this.row(id)
    return row === null ? null : entryOf(row)
  }

  async outline(): Promise<readonly OutlineItem[]> {
    const outline: OutlineItem[] = []
    for await (const row of this.all()) {
      const { id, kind, at, text, notice } = entryOf(row)
      if (kind !== 'user' && kind !== 'notice') continue
      const item = { entry: id, cursor: String(row.ordinal), at, text: cutText(text, 400) }
      outline.push({ ...item, kind: kind === 'user' ? 'prompt' : 'notice', ...(notice && { notice }) })
    }
    return outline
  }

  async raw(entryId: string): Promise<string> {
    return (await this.row(entryId))?.json ?? fail('not.found', `The session has no entry ${entryId.slice(0, 80)}.`)
  }

  async image(): Promise<null> {
    return null
  }

  async account(signal: AbortSignal, progress: (done: number, total: number | null) => void): Promise<SessionAccount> {
    const accounting: Accounting = { read: 0, shown: 0, raw: 0, unreadable: 0, unreadableRanges: [] }
    for await (const row of this.all()) {
      signal.throwIfAborted()
      accounting.read += 1
      if (entryOf(row).kind === 'unrecognised') accounting.raw += 1
      else accounting.shown += 1
      progress(accounting.read, null)
    }
    return { accounting, entries: accounting.shown, findings: this.findings }
  }

  close(): void {
    // Nothing is held: a connection lives for one request.
  }

  private async row(entryId: string): Promise<ProjectedRow | null> {
    const ordinal = /^r(\d{1,15})$/.exec(entryId)?.[1]
    if (ordinal === undefined) return null
    const [row] = await this.rows(rowsFrom, Number(ordinal), 1)
    return row?.ordinal === Number(ordinal) ? row : null
  }

  private async *all(): AsyncGenerator<ProjectedRow> {
    for (let at = 0; ; ) {
      const rows = await this.rows(rowsFrom, at, stretch)
      yield* rows
      const last = rows.at(-1)
      if (last === undefined || rows.length < stretch) return
      at = last.ordinal + 1
    }
  }

  private rows(read: typeof rowsFrom, ordinal: number, limit: number): Promise<readonly ProjectedRow[]> {
    return withDatabase(this.path, this.reading, (database) => read(database, this.id, ordinal, limit))
  }
}

function entryOf(row: ProjectedRow): Entry {
  const unknown = { id: `r${row.ordinal}`, kind: 'unrecognised', at: row.at, text: 'A row that is no item.' } as const
  return projectedEntry(row) ?? unknown
}

function ordinalOf(from: string): number {
  if (from === 'start') return 0
  if (from === 'end') return Number.MAX_SAFE_INTEGER
  return /^\d{1,15}$/.test(from) ? Number(from) : fail('bad.input', `${from.slice(0, 40)} is no place in this session.`)
}
