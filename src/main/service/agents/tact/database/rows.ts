import { integer, type ReadDatabase, type SqlRow } from '../../foreign-sqlite/read-database'
import { isDamage } from '../../foreign-sqlite/sqlite-failure'
import { unlessDamaged } from '../../foreign-sqlite/unless-damaged'
import type { StoredRow } from '../record'

/** Rows of one session between two event ids, both included. */
export interface RowRange {
  readonly session: string
  readonly from: number
  readonly through: number
}

/** A read stops after the first row that reaches one of these; at least one row is read. */
export interface RowLimit {
  readonly rows: number
  readonly bytes: number
}

export const lastEvent = Number.MAX_SAFE_INTEGER

/** Rows in the order of their event ids. `next` is where to go on, null when the range is finished. */
export interface RowBatch {
  readonly rows: readonly StoredRow[]
  readonly next: number | null
}

/** Reads forward. A damaged page costs the rows on it, which come without bytes; the others are read one by one. */
export function readRows(database: ReadDatabase, range: RowRange, limit: RowLimit): RowBatch {
  const rows: StoredRow[] = []
  let bytes = 0
  const full = (row: StoredRow) => {
    rows.push(row)
    bytes += row.bytes?.length ?? 0
    return rows.length >= limit.rows || bytes >= limit.bytes
  }
  for (const row of eachRow(database, range, limit.rows, 'ASC')) {
    if (full(row)) return { rows, next: row.eventId < range.through ? row.eventId + 1 : null }
  }
  return { rows, next: null }
}

/** Reads backward from the end of the range, newest first, for as long as `wants` says so. */
export function readRowsBackward(database: ReadDatabase, range: RowRange, wants: (row: StoredRow) => boolean): void {
  for (const row of eachRow(database, range, Number.MAX_SAFE_INTEGER, 'DESC')) if (!wants(row)) return
}

/** Event ids and sizes before the end of a range, newest first, without reading the records. */
export function readSizes(
  database: ReadDatabase,
  range: RowRange,
  rows: number
): readonly { eventId: number; bytes: number }[] {
  const sql = `SELECT event_id, length(record_json) AS bytes FROM events
    WHERE session_id = ? AND event_id BETWEEN ? AND ? ORDER BY event_id DESC LIMIT ?`
  try {
    return database.all(sql, range.session, range.from, range.through, rows).map((row) => ({
      eventId: integer(row.event_id) ?? 0,
      bytes: integer(row.bytes) ?? 0
    }))
  } catch (error) {
    if (!isDamage(error)) throw error
    return eventIds(database, range, rows, 'DESC').map((eventId) => ({ eventId, bytes: 0 }))
  }
}

/** Id of a session's first row; null when it has none. */
export function firstEventId(database: ReadDatabase, session: string): number | null {
  return eventIds(database, { session, from: 0, through: lastEvent }, 1, 'ASC')[0] ?? null
}

/** Whether a row belongs to a session, also when the row itself lies on a damaged page. */
export function hasRow(database: ReadDatabase, session: string, eventId: number): boolean {
  return eventIds(database, { session, from: eventId, through: eventId }, 1, 'ASC').length > 0
}

/** One row by its id, whichever session it belongs to. */
export function readRow(database: ReadDatabase, eventId: number): StoredRow | null {
  try {
    const row = database.get('SELECT event_id, record_json FROM events WHERE event_id = ?', eventId)
    return row ? storedRow(row) : null
  } catch (error) {
    if (!isDamage(error)) throw error
    return { eventId, bytes: null }
  }
}

type Order = 'ASC' | 'DESC'

function* eachRow(database: ReadDatabase, range: RowRange, limit: number, order: Order): Iterable<StoredRow> {
  const sql = `SELECT event_id, record_json FROM events
    WHERE session_id = ? AND event_id BETWEEN ? AND ? ORDER BY event_id ${order} LIMIT ?`
  let reached: number | null = null
  try {
    for (const row of database.iterate(sql, range.session, range.from, range.through, limit)) {
      const stored = storedRow(row)
      reached = stored.eventId
      yield stored
    }
    return
  } catch (error) {
    if (!isDamage(error)) throw error
  }
  yield* rowsOneByOne(database, restOf(range, reached, order), limit, order)
}

function restOf(range: RowRange, reached: number | null, order: Order): RowRange {
  if (reached === null) return range
  return order === 'ASC' ? { ...range, from: reached + 1 } : { ...range, through: reached - 1 }
}

/** The index names the rows even where the table is damaged. */
function* rowsOneByOne(database: ReadDatabase, range: RowRange, limit: number, order: Order): Iterable<StoredRow> {
  for (const eventId of eventIds(database, range, limit, order)) {
    yield readRow(database, eventId) ?? { eventId, bytes: null }
  }
}

/** Newest ids that are tried one by one where the index is damaged too. */
const mostTried = 200_000

function eventIds(database: ReadDatabase, range: RowRange, limit: number, order: Order): readonly number[] {
  const sql = `SELECT event_id FROM events INDEXED BY events_by_session
    WHERE session_id = ? AND event_id BETWEEN ? AND ? ORDER BY event_id ${order} LIMIT ?`
  try {
    return database.all(sql, range.session, range.from, range.through, limit).map((row) => integer(row.event_id) ?? 0)
  } catch (error) {
    if (!isDamage(error)) throw error
    return eventIdsWithoutIndex(database, range, limit, order)
  }
}

/** Only rows on whole pages can say that they belong to the session. */
function eventIdsWithoutIndex(database: ReadDatabase, range: RowRange, limit: number, order: Order): readonly number[] {
  const last = unlessDamaged(0, () => {
    const row = database.get("SELECT seq FROM sqlite_sequence WHERE name = 'events'")
    return integer(row?.seq) ?? 0
  })
  const through = Math.min(range.through, last)
  const from = Math.max(range.from, through - mostTried, 1)
  const ids: number[] = []
  for (let step = 0; step <= through - from && ids.length < limit; step += 1) {
    const id = order === 'ASC' ? from + step : through - step
    const own = unlessDamaged(undefined, () =>
      database.get('SELECT 1 AS own FROM events WHERE event_id = ? AND session_id = ?', id, range.session)
    )
    if (own !== undefined) ids.push(id)
  }
  return ids
}

function storedRow(row: SqlRow): StoredRow {
  const { record_json: record } = row
  const bytes = record instanceof Uint8Array ? record : typeof record === 'string' ? Buffer.from(record) : null
  return { eventId: integer(row.event_id) ?? 0, bytes }
}
