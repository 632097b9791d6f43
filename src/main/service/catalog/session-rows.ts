import { hash } from 'node:crypto'
import { type AgentId, agentNames } from '@shared/domain/agents'
import type { SessionState } from '@shared/domain/session'
import type { ListedSession } from '../agents/adapter'
import type { LibraryWriter } from '../store/library'
import { cutText } from './cut-text'
import { foldText } from './fold-text'

/** Longest texts that the catalog keeps, in UTF-16 units: a page of 500 rows has to fit one answer. */
const longestTitle = 300
const longestPreview = 240
const longestPrompt = 2000
const longestPath = 1000

/** Which copy of a session the list shows where several units hold one of the same id: the most readable one. */
const readable: readonly SessionState[] = ['ok', 'partial', 'older', 'newer', 'sealed', 'unreadable', 'gone']

const insertSession = `
  insert into session (source, id, unit, agent, shown, title, title_folded, workspace, started_at, updated_at, entries, findings,
    own_checkpoints, checkpoints, restorable, resumable, state, parent, parent_kind, text_folded, listed, digest)
  values (?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?, ?, ?, ?, ?, ?, ?)`

const flag = (value: boolean | null) => (value === null ? null : Number(value))

/** Where a row belongs: one session in one unit of one source. */
export interface RowPlace {
  readonly source: string
  readonly agent: AgentId
  readonly unit: string
}

/** Tells two readings of a session apart. A unit of one session counts as changed whenever its fingerprint did. */
export function digestOf(session: ListedSession, fingerprint: string, alone: boolean): string {
  return hash('sha1', JSON.stringify(session) + (alone ? fingerprint : ''))
}

/** Adds a session's row and prompts; `settleSession` has to follow. */
export function insertListed(writer: LibraryWriter, place: RowPlace, session: ListedSession, digest: string): void {
  const { promptText, prompts, ownCheckpoints, ...summary } = session
  const title = cutText(summary.title, longestTitle)
  const workspace = summary.workspace === null ? null : cutText(summary.workspace, longestPath)
  const kept = {
    ...summary,
    title,
    workspace,
    ...(summary.preview && { preview: cutText(summary.preview, longestPreview) })
  }
  const text = foldText(
    [summary.title, promptText ?? '', workspace ?? '', place.agent, agentNames[place.agent]].join('\n')
  )
  writer.run(
    insertSession,
    place.source,
    session.id,
    place.unit,
    place.agent,
    title,
    foldText(title),
    workspace,
    summary.startedAt,
    summary.updatedAt,
    summary.entries,
    summary.findings,
    ownCheckpoints ?? 0,
    flag(summary.resumable),
    summary.state,
    summary.parent ?? null,
    summary.parentKind ?? null,
    text,
    JSON.stringify(kept),
    digest
  )
  for (const [index, prompt] of (prompts ?? []).entries()) {
    const values = [
      place.source,
      session.id,
      place.unit,
      index,
      prompt.at,
      cutText(prompt.text, longestPrompt)
    ] as const
    writer.run('insert into prompt (source, id, unit, place, at, text) values (?, ?, ?, ?, ?, ?)', ...values)
  }
}

/** Removes what one unit says of one session; `settleSession` has to follow. */
export function deleteListed(writer: LibraryWriter, source: string, unit: string, id: string): void {
  writer.run('delete from session where source = ? and unit = ? and id = ?', source, unit, id)
  writer.run('delete from prompt where source = ? and unit = ? and id = ?', source, unit, id)
}

interface Candidate {
  unit: string
  state: SessionState
  updated_at: number | null
  digest: string
  own_checkpoints: number
}

/** Brings one session's shown row in line with its units, checkpoints and counts after any of them changed. */
export function settleSession(writer: LibraryWriter, source: string, agent: AgentId, id: string): void {
  const candidates = writer.all<Candidate>(
    "select unit, state, updated_at, digest, own_checkpoints from session where source = ? and id = ? and unit <> ''",
    source,
    id
  )
  const held = writer.get<{ n: number; restorable: number | null }>(
    'select count(*) as n, max(restorable) as restorable from checkpoint where source = ? and session = ?',
    source,
    id
  ) ?? { n: 0, restorable: 0 }
  const gone = candidates.length === 0 && held.n > 0
  const best = gone ? { unit: '', own_checkpoints: 0, digest: '' } : candidates.sort(byReadability)[0]
  writer.run("delete from session where source = ? and id = ? and unit = ''", source, id)
  if (gone) insertGone(writer, source, agent, id)
  if (!best) return
  if (candidates.length > 1) {
    writer.run('update session set shown = 0 where source = ? and id = ?', source, id)
  }
  writer.run(
    'update session set shown = 1, checkpoints = ?, restorable = ? where source = ? and id = ? and unit = ?',
    held.n + best.own_checkpoints,
    held.restorable ?? 0,
    source,
    id,
    best.unit
  )
  writer.run(
    `update session set entries = account.entries, findings = json_array_length(account.findings) from account
     where session.source = ? and session.id = ? and session.unit = ?
       and account.source = session.source and account.id = session.id and account.digest = session.digest`,
    source,
    id,
    best.unit
  )
}

function byReadability(a: Candidate, b: Candidate): number {
  const difference = readable.indexOf(a.state) - readable.indexOf(b.state)
  return difference || (b.updated_at ?? 0) - (a.updated_at ?? 0) || (a.unit < b.unit ? -1 : 1)
}

/** A row for a session that is gone while its checkpoints remain, named after the newest of them. */
function insertGone(writer: LibraryWriter, source: string, agent: AgentId, id: string): void {
  const newest = writer.get<{ title: string | null; workspace: string | null; at: number | null }>(
    `select title, workspace, max(at) as at from checkpoint where source = ? and session = ? and title is not null`,
    source,
    id
  )
  const session: ListedSession = {
    id,
    title: newest?.title || 'A session of which only checkpoints remain',
    workspace: newest?.workspace ?? null,
    startedAt: null,
    updatedAt: newest?.at ?? null,
    entries: null,
    resumable: false,
    findings: null,
    state: 'gone'
  }
  insertListed(writer, { source, agent, unit: '' }, session, '')
}
