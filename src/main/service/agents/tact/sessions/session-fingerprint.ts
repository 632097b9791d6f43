import { createHash } from 'node:crypto'
import { integer, type ReadDatabase, type SqlRow } from '../../foreign-sqlite/read-database'
import { loadLineage } from '../transcript/lineage'

/**
 * Changes when what is shown of a session may have changed: its row, its resume state, its newest record, and where its
 * ancestors' records end. tact only adds records; a finished message that takes the place of its pieces is newer than they.
 */
export function sessionFingerprint(database: ReadDatabase, session: string): string | null {
  const row = database.get('SELECT * FROM sessions WHERE session_id = ?', session)
  const state = database.get(
    'SELECT rowid AS id, length(state_zstd) AS bytes, substr(state_zstd, -64) AS tail FROM resume_states WHERE session_id = ?',
    session
  )
  if (row === undefined && state === undefined) return null
  const hash = createHash('sha256')
  for (const part of [row, state]) hash.update(plain(part))
  for (const part of loadLineage(database, session).parts) {
    const events = database.get(
      `SELECT max(event_id) AS last FROM events INDEXED BY events_by_session WHERE session_id = ? AND event_id <= ?`,
      part.session,
      part.through
    )
    hash.update(`${part.session}:${part.shownThrough}:${integer(events?.last)}`)
  }
  return hash.digest('hex').slice(0, 24)
}

function plain(row: SqlRow | undefined): string {
  return JSON.stringify(row ?? null, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}
