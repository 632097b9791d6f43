import type { CannotBringBack } from '@shared/domain/plan'
import { fail } from '@shared/ipc/errors'
import type { PlanDraft, StepDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import type { FolderMove } from '../../write-part'
import { readSessionIndex, type SessionIndex } from '../database/session-index'
import { type DatabasePlace, databasesOf } from '../places'
import { promptOf, roleOf } from '../records/prompt'
import { objectOf, objectsOf, type StoredMessage } from '../records/stored'
import { findSession } from '../sessions/find-session'
import type { FoundSession } from '../sessions/found-session'
import { type SessionEnd, upToEnd } from './choose-end'
import { forkTitle } from './fork-title'
import { readHistory } from './history'
import { withMovedPaths } from './moved-paths'
import { type NewSession, newSession } from './new-session'
import { newSessionFiles } from './new-session-files'
import { rowsStep } from './rows-step'

export interface PlannedSession {
  readonly id: string
  readonly steps: readonly StepDraft[]
  readonly cannot: readonly CannotBringBack[]
  readonly notes: readonly string[]
  readonly inputs: readonly string[]
}

/** How a session is copied. */
export interface CopyWish {
  readonly end: SessionEnd
  /** Absolute; null where the copy works in the folder of the original. */
  readonly workspace: string | null
  readonly title: string
  /** Ids that are not free although no session of the database has them. */
  readonly before?: readonly string[] | undefined
  /** Folders of then and of now, of a session from elsewhere. */
  readonly moves?: readonly FolderMove[]
}

/** A new session of the history up to an end, where opencode finds it. Throws `refused` where there is none to make. */
export async function planNewSession(
  source: SourceLocation,
  session: FoundSession,
  { end, workspace, title, before = [], moves = [] }: CopyWish,
  reading: Reading
): Promise<PlannedSession> {
  if (session.info.parent !== null) {
    return fail('refused', 'A subagent is no session of its own.', {
      advice: 'Choose an entry of the session that started it.'
    })
  }
  const history = await readHistory(session, reading)
  const taken = upToEnd(history, session.info, end)
  if (!taken.some(({ record }) => roleOf(objectOf(record)) === 'user')) {
    return fail('refused', 'There is no prompt in this part of the conversation, so it would be no session.')
  }
  const place = ofHere(session, source) ?? databasesOf(source)[0] ?? null
  const index = place === null ? null : await readSessionIndex(place, reading)
  const madeFor = [source.id, ...(index?.sessions.keys() ?? []), ...before]
  const made = withMovedPaths(newSession(taken, session.info.id, reading.now(), madeFor), moves)
  const wish = {
    session,
    made,
    title,
    workspace,
    because: `a new session with ${turnsIn(taken)} of ${turnsIn(history)} turns`
  }
  const steps =
    place === null || index === null
      ? newSessionFiles(source, wish, reading)
      : [await rowsStep(source, checked(place, index), wish, reading)]
  return {
    id: made.id,
    steps,
    cannot: subagentsOf(taken),
    notes: notesOf(session, made, taken, place),
    inputs: session.database === null ? session.files.map(({ path }) => path) : []
  }
}

/** `restore-to-entry` and `fork`. */
export async function planCopy(
  source: SourceLocation,
  sessionId: string,
  end: SessionEnd,
  workspace: string | null,
  reading: Reading
): Promise<PlanDraft> {
  const session = await findSession(source, sessionId, reading)
  const wish = { end, workspace, title: forkTitle(session.info.title ?? 'Session') }
  const { id, steps, cannot, notes, inputs } = await planNewSession(source, session, wish, reading)
  return {
    title: session.info.title ?? sessionId,
    created: id,
    steps,
    conflicts: [],
    cannot: [
      { what: 'Files in the working directory', because: 'they stay as they are now; a checkpoint brings files back' },
      ...cannot
    ],
    notes,
    inputs
  }
}

/** The database that the origin lies in, unless that is one of another source. */
function ofHere({ database }: FoundSession, source: SourceLocation): DatabasePlace | null {
  return databasesOf(source).find(({ path }) => path === database?.path) ?? null
}

function checked(place: DatabasePlace, { findings, sessions }: SessionIndex) {
  const [trouble] = findings
  if (trouble !== undefined && sessions.size === 0) {
    return fail('source.unreadable', trouble.what, { data: { path: place.path } })
  }
  return place
}

function turnsIn(messages: readonly StoredMessage[]): number {
  return messages.filter(
    ({ record, parts }) => roleOf(objectOf(record)) === 'user' && promptOf(objectsOf(parts)) !== ''
  ).length
}

function notesOf(
  { info, database, files, seen }: FoundSession,
  { id, messages, todos }: NewSession,
  taken: readonly StoredMessage[],
  place: DatabasePlace | null
): readonly string[] {
  const from = loadedFrom(taken)
  const loaded = taken.length - from
  const all = from === 0 ? `all ${messages.length}` : `the last ${loaded} of ${messages.length}`
  const hidden = info.revert !== null && taken.some(({ key }) => key.id === info.revert?.message)
  return [
    `The new session is opencode:${id}; the original stays as it is.`,
    `opencode will load ${all} messages of it${from === 0 ? '' : ', which begin with the summary'}. Reprise checks that after the apply.`,
    'Its format has no place for where a session comes from, so the new one does not name the original.',
    ...(database === null && place !== null && files.length > 0
      ? ['The original lies in files of an older version; the new one goes into the database, where opencode sees it.']
      : []),
    ...(place === null && seen ? ['opencode has no database here; the new session is files, as the original is.'] : []),
    ...(hidden ? ['What `/undo` hides in the original is part of the new session.'] : []),
    ...(todos.length > 0 ? [`Its list of tasks has ${todos.length} as last written in these messages.`] : [])
  ]
}

/** opencode loads nothing before the last compaction that has its summary. */
function loadedFrom(taken: readonly StoredMessage[]): number {
  for (let at = taken.length - 1; at >= 0; at--) {
    const message = taken[at]
    if (message === undefined || !objectsOf(message.parts).some(({ type }) => type === 'compaction')) continue
    const answers = taken.slice(at + 1).map(({ record }) => objectOf(record) ?? {})
    if (answers.some((reply) => reply.summary === true && reply.parentID === message.key.id)) return at
  }
  return 0
}

function subagentsOf(taken: readonly StoredMessage[]): readonly CannotBringBack[] {
  const calls = taken
    .flatMap(({ parts }) => objectsOf(parts))
    .filter(({ type, tool }) => type === 'tool' && tool === 'task')
  if (calls.length === 0) return []
  const what = calls.length === 1 ? 'The subagent of it' : `The ${calls.length} subagents of it`
  return [{ what, because: 'what they answered is in the new session; their own sessions stay with the original' }]
}
