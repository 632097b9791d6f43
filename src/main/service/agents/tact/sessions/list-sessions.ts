import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Finding } from '@shared/domain/finding'
import type { ListedSession, Reading } from '../../adapter'
import { integer, type ReadDatabase, text } from '../database/read-database'
import { isDamage } from '../database/sqlite-failure'
import { unlessDamaged } from '../database/unless-damaged'
import { withDatabase } from '../database/with-database'
import { damaged } from '../database-findings'
import { knownModels } from '../models'
import { nonePrompted, readAllPrompts } from './prompts'
import { readState } from './read-state'
import { judgeResume, type Resumability } from './resumability'
import type { SessionRow } from './session-row'
import { readSessionRows } from './session-rows'
import { summariseState } from './state-only'
import { type SessionPrompts, summarise } from './summary'
import { lastEventId, scanStep, sessionsWithStop } from './terminal-stops'

/** Bytes of states and records that a list looks into, newest sessions first; the others are judged by their columns. */
const judgedBytes = 400_000
/** Orphaned states are decoded for their workspace; a store has hardly any. */
const mostOrphans = 100

export interface SessionList {
  readonly sessions: readonly ListedSession[]
  readonly findings: readonly Finding[]
}

/**
 * Every session of the database (format: "list_sessions"), from the `sessions` table, the prompt columns and the ids of the
 * resume states. Records are searched as bytes for one word and parsed for the newest sessions only.
 */
export async function listSessions(path: string, reading: Reading): Promise<SessionList> {
  const findings: Finding[] = []
  const read = <T>(what: string, fallback: T, work: (database: ReadDatabase) => T) =>
    withDatabase(path, reading, (database) => orFinding(what, fallback, findings, () => work(database)))
  const states = await read('the resume states', new Map<string, number>(), readStateSizes)
  const rows = await withDatabase(path, reading, (database) => readSessionRows(database, states, findings))
  await nextTurn()
  const prompts = await read<ReadonlyMap<string, SessionPrompts>>('the prompts', new Map(), readAllPrompts)
  await nextTurn()
  const stopped = await findStopped(path, reading, read)
  const judged = await withDatabase(path, reading, (database) => judgeNewest(database, rows, states))
  const orphans = await withDatabase(path, reading, (database) => orphanStates(database, rows, states))
  const sessions = rows.map((row) => {
    const verdict = judged.get(row.id) ?? { resumable: true, findings: [] }
    const resumable = quickVerdict(row, stopped) && verdict.resumable
    return summarise(row, { ...verdict, resumable }, prompts.get(row.id) ?? nonePrompted)
  })
  return {
    sessions: [...sessions, ...orphans],
    findings: [...findings, ...rows.flatMap((row) => row.findings)]
  }
}

/** What the columns alone say (behaviours 6, 25, 26). */
function quickVerdict(row: SessionRow, stopped: ReadonlySet<string>): boolean {
  return row.hasState && knownModels.has(row.model) && !stopped.has(row.id)
}

function readStateSizes(database: ReadDatabase): Map<string, number> {
  const rows = database.all('SELECT session_id, length(state_zstd) AS bytes FROM resume_states')
  return new Map(rows.map((row) => [text(row.session_id) ?? '', integer(row.bytes) ?? 0]))
}

type Read = <T>(what: string, fallback: T, work: (database: ReadDatabase) => T) => Promise<T>

async function findStopped(path: string, reading: Reading, read: Read): Promise<ReadonlySet<string>> {
  const stopped = new Set<string>()
  const last = await withDatabase(path, reading, (database) => unlessDamaged(0, () => lastEventId(database)))
  for (let from = 0; from <= last; from += scanStep) {
    const through = from + scanStep - 1
    const found = await read('some records', [] as readonly string[], (database) =>
      sessionsWithStop(database, from, through)
    )
    for (const session of found) stopped.add(session)
    await nextTurn()
  }
  return stopped
}

function judgeNewest(
  database: ReadDatabase,
  rows: readonly SessionRow[],
  states: ReadonlyMap<string, number>
): ReadonlyMap<string, Resumability> {
  const verdicts = new Map<string, Resumability>()
  let left = judgedBytes
  for (const row of rows) {
    left -= (states.get(row.id) ?? 0) + recordBytes(database, row.id)
    if (left < 0) break
    verdicts.set(row.id, judgeResume(database, row.id, row.model))
  }
  return verdicts
}

function recordBytes(database: ReadDatabase, session: string): number {
  return unlessDamaged(0, () => {
    const row = database.get('SELECT sum(length(record_json)) AS bytes FROM events WHERE session_id = ?', session)
    return integer(row?.bytes) ?? 0
  })
}

function orphanStates(
  database: ReadDatabase,
  rows: readonly SessionRow[],
  states: ReadonlyMap<string, number>
): readonly ListedSession[] {
  const known = new Set(rows.map((row) => row.id))
  const orphans = [...states.keys()].filter((id) => !known.has(id))
  return orphans.map((id, index) => {
    if (index >= mostOrphans) return summariseState(id, null, null)
    return summariseState(id, readState(database, id), judgeResume(database, id, null).resumable)
  })
}

/** A damaged page costs what lies on it, not the list (behaviour 33). */
function orFinding<T>(what: string, fallback: T, findings: Finding[], work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!isDamage(error)) throw error
    if (!findings.some((finding) => finding.where === what)) findings.push(damaged(what))
    return fallback
  }
}
