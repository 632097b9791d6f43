import { integer, type ReadDatabase, text } from '../../foreign-sqlite/read-database'
import { readRow } from '../database/rows'
import { asText } from '../json-access'
import { decodeRow } from '../record'

/** Rows that one step looks at, so that a scan of a large store leaves room for other work. */
export const scanStep = 100_000

/**
 * A `worker.turn_finished` is short, and its type starts at the 101st byte for a sequence of one digit, one later for each further
 * digit: so few bytes are compared of every other record that the search is not much slower than counting the rows.
 */
const mayBeStop = `length(record_json) < 100000
  AND instr(substr(record_json, 101, 21), CAST('turn_finished' AS BLOB)) > 0
  AND instr(record_json, CAST('"terminal_stop"' AS BLOB)) > 0`

/** Sessions with a terminal stop among some events, and where it is, by the bytes of the records: nothing is parsed. */
export function sessionsWithStop(database: ReadDatabase, from: number, through: number): ReadonlyMap<string, number> {
  const rows = database.all(
    `SELECT session_id, event_id FROM events WHERE event_id BETWEEN ? AND ? AND ${mayBeStop} ORDER BY event_id DESC`,
    from,
    through
  )
  return new Map(rows.map((row) => [text(row.session_id) ?? '', integer(row.event_id) ?? 0]))
}

export function lastEventId(database: ReadDatabase): number {
  return integer(database.get('SELECT max(event_id) AS last FROM events')?.last) ?? 0
}

/** How far from its end a session is searched when it is opened; the list and a full read search all of it. */
const recentRows = 2000

/** The reason of a session's terminal stop, by the field that tact looks for; null when there is none near the end. */
export function terminalStop(database: ReadDatabase, session: string): string | null {
  const rows = database.all(
    `SELECT event_id FROM
       (SELECT event_id, record_json FROM events WHERE session_id = ? ORDER BY event_id DESC LIMIT ?)
     WHERE ${mayBeStop}`,
    session,
    recentRows
  )
  for (const { event_id } of rows) {
    const row = readRow(database, integer(event_id) ?? 0)
    const decoded = row ? decodeRow(row) : null
    if (decoded?.state !== 'ok' || decoded.record.kind !== 'tact/worker.turn_finished') continue
    const reason = decoded.record.payload.terminal_stop
    if (reason !== undefined && reason !== null) return asText(reason) ?? 'unknown'
  }
  return null
}
