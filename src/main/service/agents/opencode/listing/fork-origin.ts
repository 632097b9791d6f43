import { integer, type ReadDatabase } from '../../foreign-sqlite/read-database'
import type { IndexedSession, SessionIndex } from '../database/session-index'

/**
 * The session that one was forked from. A fork holds copies with new ids and the old times, and nothing that names its origin: the one
 * whose messages were begun at the same moments is it. Null for a session that is no fork, or whose origin is gone.
 */
export function forkOrigin(database: ReadDatabase, index: SessionIndex, session: IndexedSession): string | null {
  const { info, firstAt } = session
  if (info.parent !== null || info.createdAt === null || firstAt === null || firstAt >= info.createdAt) return null
  const created = info.createdAt
  const twins = [...index.sessions.values()].filter(
    (other) => other.firstAt === firstAt && other.info.id !== info.id && (other.info.createdAt ?? created) < created
  )
  if (twins.length < 2) return twins[0]?.info.id ?? null
  // A fork of a fork shares more with the nearer one.
  const ranked = twins.map(({ info: other }) => ({ id: other.id, shared: sharedTimes(database, info.id, other.id) }))
  return ranked.sort((a, b) => b.shared - a.shared)[0]?.id ?? null
}

function sharedTimes(database: ReadDatabase, fork: string, other: string): number {
  const row = database.get(
    `SELECT count(*) AS shared FROM message a WHERE a.session_id = ?
     AND EXISTS (SELECT 1 FROM message b WHERE b.session_id = ? AND b.time_created = a.time_created)`,
    fork,
    other
  )
  return integer(row?.shared) ?? 0
}
