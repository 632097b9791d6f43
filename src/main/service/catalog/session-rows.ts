import { hash } from 'node:crypto'
import { type AgentId, agentNames } from '@shared/domain/agents'
import type { ListedSession } from '../agents/adapter'
import type { LibraryWriter } from '../store/library'
import { cutText } from './cut-text'
import { foldText } from './fold-text'

/** Longest texts that the catalog keeps, in UTF-16 units: a page of 500 rows has to fit one answer. */
const longestTitle = 300
const longestPreview = 240
const longestPrompt = 2000
const longestPath = 1000
const mostDirectories = 20

/** A damaged file may hold two sessions of one id; the last one counts. */
const insertSession = `
  insert or replace into session (source, id, unit, agent, shown, title, title_folded, workspace, started_at, updated_at, entries, findings,
    own_checkpoints, own_restorable, checkpoints, restorable, resumable, state, parent, parent_kind, text_folded, listed, digest, touched_at,
    repository)
  values (?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

const flag = (value: boolean | null) => (value === null ? null : Number(value))

/** Where a row belongs: one session in one unit of one source; the unit by its number. */
export interface RowPlace {
  readonly source: string
  readonly agent: AgentId
  readonly unit: number
}

/**
 * Tells two readings of a session apart. A unit of one session counts as changed whenever its fingerprint did, or when other files show that it is the
 * fork of another session.
 */
export function digestOf(session: ListedSession, fingerprint: string, alone: boolean): string {
  if (alone && session.parentKind === 'fork') return `${fingerprint} of ${session.parent}`
  return alone ? fingerprint : hash('sha1', JSON.stringify(session))
}

/** Adds a session's row and prompts, as if no other unit said anything of it; `settleSession` has to follow. */
export function insertListed(writer: LibraryWriter, place: RowPlace, session: ListedSession, digest: string): void {
  const {
    promptText,
    prompts: _prompts,
    settings: _settings,
    ownCheckpoints,
    ownRestorable,
    fileChangedAt,
    repository,
    ...summary
  } = session
  const title = cutText(summary.title, longestTitle)
  const workspace = summary.workspace === null ? null : asPath(summary.workspace)
  const kept = {
    ...summary,
    title,
    workspace,
    ...(summary.preview && { preview: cutText(summary.preview, longestPreview) }),
    ...(summary.directories && { directories: summary.directories.slice(0, mostDirectories).map(asPath) })
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
    Number(ownRestorable ?? false),
    ownCheckpoints ?? 0,
    Number(ownRestorable ?? false),
    flag(summary.resumable),
    summary.state,
    summary.parent ?? null,
    summary.parentKind ?? null,
    text,
    JSON.stringify(kept),
    digest,
    fileChangedAt ?? null,
    repository ?? null
  )
  insertPrompts(writer, place, session)
  insertDirectories(writer, place, session)
}

const asPath = (path: string) => cutText(path, longestPath)

/** Those besides the workspace: most sessions have none. */
function insertDirectories(writer: LibraryWriter, { source, unit }: RowPlace, session: ListedSession): void {
  for (const directory of session.directories?.slice(0, mostDirectories) ?? []) {
    if (directory === session.workspace) continue
    const values = [source, session.id, unit, asPath(directory)] as const
    writer.run('insert or ignore into directory (source, id, unit, path) values (?, ?, ?, ?)', ...values)
  }
}

function insertPrompts(writer: LibraryWriter, { source, unit }: RowPlace, { id, prompts = [] }: ListedSession): void {
  for (const [index, { at, text }] of prompts.entries()) {
    const values = [source, id, unit, index, at, cutText(text, longestPrompt)] as const
    writer.run('insert into prompt (source, id, unit, place, at, text) values (?, ?, ?, ?, ?, ?)', ...values)
  }
}

/** Removes what one unit says of one session; `settleSession` has to follow. */
export function deleteListed(writer: LibraryWriter, unit: number, id: string): void {
  writer.run('delete from session where unit = ? and id = ?', unit, id)
  writer.run('delete from prompt where unit = ? and id = ?', unit, id)
  writer.run('delete from directory where unit = ? and id = ?', unit, id)
}
