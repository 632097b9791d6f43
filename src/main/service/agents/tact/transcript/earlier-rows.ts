import { integer, type ReadDatabase } from '../../foreign-sqlite/read-database'
import { unlessDamaged } from '../../foreign-sqlite/unless-damaged'
import { readRowsBackward } from '../database/rows'
import { asNumber } from '../json-access'
import { decodeRow, peekKind } from '../record'

/** Searches before the rows that are read; each costs a pass over them, so there are only so many for a page. */
const searches = 16
const reachRows = 50_000

export interface EarlierRows {
  isCallEarlier(callId: string): boolean
  isShellEarlier(id: number): boolean
}

/** Answers, for a page that starts in the middle, whether a result belongs to a call before it. */
export function earlierRows(database: ReadDatabase, session: string, start: number, insideRun: boolean): EarlierRows {
  let left = searches
  const mayLook = () => {
    left -= 1
    return left >= 0
  }
  return {
    isCallEarlier: (callId) => insideRun && mayLook() && hasCall(database, session, start, callId),
    isShellEarlier: (id) => mayLook() && hasShell(database, session, start, id)
  }
}

function hasCall(database: ReadDatabase, session: string, before: number, callId: string): boolean {
  const found = unlessDamaged(undefined, () =>
    database.get(
      `SELECT max(event_id) AS found FROM (
       SELECT event_id, record_json FROM events
       WHERE session_id = ? AND event_id < ? ORDER BY event_id DESC LIMIT ?)
     WHERE instr(record_json, CAST(? AS BLOB)) > 0
       AND instr(substr(record_json, 1, 200), CAST('"type":"tool.call"' AS BLOB)) > 0`,
      session,
      before,
      reachRows,
      `"call_id":${JSON.stringify(callId)}`
    )
  )
  return integer(found?.found) !== null
}

/** Ids of commands count within a segment, which starts at a `session.started`. */
function hasShell(database: ReadDatabase, session: string, before: number, id: number): boolean {
  let found = false
  let rows = 0
  readRowsBackward(database, { session, from: 0, through: before - 1 }, (row) => {
    const kind = peekKind(row)
    rows += 1
    if (kind === 'tact/session.started' || rows > reachRows) return false
    if (kind !== 'tact/shell.started') return true
    const decoded = decodeRow(row)
    found = decoded.state === 'ok' && asNumber(decoded.record.payload.id) === id
    return !found
  })
  return found
}
