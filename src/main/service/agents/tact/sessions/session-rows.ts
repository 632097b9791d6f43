import type { Finding } from '@shared/domain/finding'
import { integer, type ReadDatabase, type SqlRow, text } from '../../foreign-sqlite/read-database'
import { isDamage, sqliteFailure } from '../../foreign-sqlite/sqlite-failure'
import { damaged } from '../database-findings'
import { type SessionRow, sessionRow, sessionsSql } from './session-row'

/** The `sessions` table, newest first. Where a page of it is damaged, its rows are asked for one by one. */
export function readSessionRows(
  database: ReadDatabase,
  states: ReadonlyMap<string, number>,
  findings: Finding[]
): readonly SessionRow[] {
  const toRow = (row: SqlRow) => sessionRow(row, states.has(text(row.session_id) ?? ''))
  try {
    return database.all(sessionsSql).map(toRow)
  } catch (error) {
    if (!isDamage(error)) throw error
    findings.push(damaged('some sessions'))
    return oneByOne(database).map(toRow).sort(newestFirst)
  }
}

function oneByOne(database: ReadDatabase): readonly SqlRow[] {
  const rows: SqlRow[] = []
  for (const id of sessionIds(database)) {
    try {
      const row = database.get('SELECT * FROM sessions WHERE rowid = ?', id)
      if (row) rows.push(row)
    } catch (error) {
      if (!isDamage(error)) throw error
    }
  }
  return rows
}

/** Row numbers from whichever index is whole; without one, the numbers are tried in order. */
function sessionIds(database: ReadDatabase): readonly number[] {
  for (const index of ['sqlite_autoindex_sessions_1', 'sessions_by_recency', 'sessions_by_workspace_recency']) {
    try {
      const rows = database.all(`SELECT rowid AS id FROM sessions INDEXED BY ${index}`)
      return rows.map((row) => integer(row.id) ?? 0)
    } catch (error) {
      // An index that an older tact never made is an error of another kind; both mean: try the next.
      if (!isDamage(error) && sqliteFailure(error) !== 'foreign') throw error
    }
  }
  return Array.from({ length: 20_000 }, (_, index) => index + 1)
}

function newestFirst(a: SessionRow, b: SessionRow): number {
  return (b.updatedAt ?? 0) - (a.updatedAt ?? 0) || (a.id < b.id ? -1 : 1)
}
