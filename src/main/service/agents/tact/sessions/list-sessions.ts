import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Finding } from '@shared/domain/finding'
import type { ListedSession, Reading } from '../../adapter'
import { integer, type ReadDatabase, text } from '../../foreign-sqlite/read-database'
import { isDamage } from '../../foreign-sqlite/sqlite-failure'
import { unlessDamaged } from '../../foreign-sqlite/unless-damaged'
import { withDatabase } from '../database/with-database'
import { damaged } from '../database-findings'
import { knownModels } from '../models'
import { type ColumnReader, readEventColumns } from './event-columns'
import { FollowedSessions } from './followed-sessions'
import { type PromptsBySession, summarisePrompts } from './prompts'
import { readState } from './read-state'
import { judgeResume, type Resumability } from './resumability'
import type { SessionRow } from './session-row'
import { readSessionRows } from './session-rows'
import { summariseState } from './state-only'
import { summarise } from './summary'

/** Bytes of states and records that a list looks into, newest sessions first; the others are judged by their columns. */
const judgedBytes = 400_000
/** Orphaned states are decoded for their workspace; a store has hardly any. */
const mostOrphans = 100

export interface SessionList {
  /** Those that no slice held, or that turned out to be other than in their slice. */
  readonly sessions: readonly ListedSession[]
  readonly findings: readonly Finding[]
}

/** Sessions of one slice. */
const sliceLength = 250

/**
 * Every session of the database (format: "list_sessions"), from the `sessions` table, the prompt columns and the ids of the
 * resume states. Records are searched as bytes for one word and parsed for the newest sessions only. With `early`, sessions of a large
 * store are given in slices while that search goes on, each as resumable as its columns say.
 */
export async function* listSessions(
  path: string,
  reading: Reading,
  early: boolean
): AsyncGenerator<readonly ListedSession[], SessionList> {
  const findings: Finding[] = []
  const reader: ColumnReader = {
    read: (what, fallback, work) =>
      withDatabase(path, reading, (database) => orFinding(what, fallback, findings, () => work(database))),
    whole: () => findings.length === 0
  }
  const states = await reader.read('the resume states', new Map<string, number>(), readStateSizes)
  const rows = await withDatabase(path, reading, (database) => readSessionRows(database, states, findings))
  await nextTurn()
  const followed = new FollowedSessions(path, reading)
  const slices = new EarlySlices(early ? rows : [], followed)
  const columns = readEventColumns(path, reader)
  let step = await columns.next()
  for (; !step.done; step = await columns.next()) yield* slices.next(step.value, 1)
  const { prompts, stopped } = step.value
  yield* slices.next(prompts, Number.POSITIVE_INFINITY)
  const judged = await withDatabase(path, reading, (database) => judgeNewest(database, rows, states))
  const restorable = await followed.among(rows.filter((row) => row.hasState && !stopped.has(row.id)))
  const orphans = await withDatabase(path, reading, (database) => orphanStates(database, rows, states))
  const sessions = rows.map((row) => {
    const verdict = judged.get(row.id) ?? { resumable: true, findings: [] }
    const resumable = quickVerdict(row, stopped) && verdict.resumable
    const session = summarise(row, { ...verdict, resumable }, summarisePrompts(prompts.get(row.id) ?? []))
    return { ...session, ownRestorable: restorable.has(row.id) }
  })
  return {
    sessions: [...sessions.filter((session) => !slices.gave(session)), ...orphans],
    findings: [...findings, ...rows.flatMap((row) => row.findings)]
  }
}

/** The sessions of a large store, newest first, before it is known which of them were stopped for good. */
class EarlySlices {
  private readonly left: SessionRow[]
  private readonly followed: FollowedSessions
  private readonly given = new Map<string, ListedSession>()

  constructor(rows: readonly SessionRow[], followed: FollowedSessions) {
    this.left = rows.length > sliceLength ? [...rows] : []
    this.followed = followed
  }

  async *next(prompts: PromptsBySession, count: number): AsyncIterable<readonly ListedSession[]> {
    for (let index = 0; index < count && this.left.length > 0; index += 1) {
      const rows = this.left.splice(0, sliceLength)
      const restorable = await this.followed.among(rows.filter((row) => row.hasState))
      const slice = rows.map((row) => {
        const verdict = { resumable: quickVerdict(row, new Map()), findings: [] }
        const session = summarise(row, verdict, summarisePrompts(prompts.get(row.id) ?? []))
        return { ...session, ownRestorable: restorable.has(row.id) }
      })
      for (const session of slice) this.given.set(session.id, session)
      yield slice
    }
  }

  /** Whether a slice held exactly this. */
  gave({ id, resumable, state, prompts, ownRestorable }: ListedSession): boolean {
    const given = this.given.get(id)
    const same = given?.resumable === resumable && given.state === state && given.ownRestorable === ownRestorable
    return same && (given.prompts === prompts || JSON.stringify(given.prompts) === JSON.stringify(prompts))
  }
}

/** What the columns alone say (behaviours 6, 25, 26). */
function quickVerdict(row: SessionRow, stopped: ReadonlyMap<string, number>): boolean {
  return row.hasState && knownModels.has(row.model) && !stopped.has(row.id)
}

function readStateSizes(database: ReadDatabase): Map<string, number> {
  const rows = database.all('SELECT session_id, length(state_zstd) AS bytes FROM resume_states')
  return new Map(rows.map((row) => [text(row.session_id) ?? '', integer(row.bytes) ?? 0]))
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
