import type { Finding } from '@shared/domain/finding'
import type { Reading } from '../../adapter'
import { databaseFacts } from '../../foreign-sqlite/file-facts'
import { integer, type ReadDatabase, text } from '../../foreign-sqlite/read-database'
import { withDatabase } from '../database/with-database'
import { forkOrigin, lineageOfFork } from '../transcript/lineage'
import { userVersionSql, versionOf } from './schema'
import { originOf, parseState, type SessionState } from './session-state'
import { readState } from './state-rows'

/** A session that was forked from another one. */
export interface ChildSession {
  readonly id: string
  /** How far it takes the parent's records; null when it takes none. */
  readonly sequence: number | null
}

/** What a plan has to know of the store besides the session itself, all from one look. */
export interface StoreFacts {
  /** Whether there is a database with the tables of tact. */
  readonly exists: boolean
  readonly state: SessionState | null
  readonly children: readonly ChildSession[]
  /** The highest number that an event ever had. */
  readonly lastEventId: number
  /** Whether a program has the store open, or was killed while it had. */
  readonly hasLog: boolean
  /** Event ids of `wanted` that other sessions have. */
  readonly taken: number
  /** Why tact would not load what `wanted`, or else the present state, takes from its ancestors. */
  readonly lineage: readonly Finding[]
}

const nothing: StoreFacts = {
  exists: false,
  state: null,
  children: [],
  lastEventId: 0,
  hasLog: false,
  taken: 0,
  lineage: []
}

/** `wanted` is a state that is to be put in; null where the present one is all that matters. Throws as reading does. */
export async function storeFacts(
  path: string,
  session: string,
  wanted: SessionState | null,
  reading: Reading
): Promise<StoreFacts> {
  const files = databaseFacts(path)
  const lineage = (database: ReadDatabase | null, state: SessionState | null) =>
    lineageOfFork(database, session, state && originOf(state))
  if (!files.exists) return { ...nothing, lineage: lineage(null, wanted) }
  return withDatabase(path, reading, (database) => {
    if (versionOf(database.all(userVersionSql)) === 0) return { ...nothing, lineage: lineage(null, wanted) }
    const bytes = readState(database, session, path)
    const state = bytes === null ? null : parseState(bytes)
    return {
      exists: true,
      state,
      children: childrenOf(database, session),
      lastEventId: lastEventId(database),
      hasLog: files.hasShm && files.walBytes > 0,
      taken: wanted === null ? 0 : takenIds(database, wanted),
      lineage: lineage(database, wanted ?? state)
    }
  })
}

function childrenOf(database: ReadDatabase, session: string): readonly ChildSession[] {
  const rows = database.all('SELECT session_id FROM sessions WHERE parent_session_id = ? ORDER BY session_id', session)
  return rows.map((row) => {
    const id = text(row.session_id) ?? ''
    const origin = forkOrigin(database, id)
    return { id, sequence: origin?.parent === session ? origin.sequence : null }
  })
}

function lastEventId(database: ReadDatabase): number {
  const row = database.get(
    `SELECT max(ifnull((SELECT max(event_id) FROM events), 0),
      ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'events'), 0)) AS last`
  )
  return integer(row?.last) ?? 0
}

function takenIds(database: ReadDatabase, wanted: SessionState): number {
  const ids = new Set(wanted.events.map((row) => (row.values[0]?.type === 'integer' ? row.values[0].value : 0n)))
  const [first, last] = [wanted.events[0]?.values[0], wanted.events.at(-1)?.values[0]]
  if (first?.type !== 'integer' || last?.type !== 'integer') return 0
  let taken = 0
  const sql = 'SELECT event_id FROM events WHERE event_id BETWEEN ? AND ? AND session_id <> ?'
  for (const row of database.iterate(sql, first.value, last.value, wanted.session)) {
    if (ids.has(BigInt(integer(row.event_id) ?? 0))) taken += 1
  }
  return taken
}
