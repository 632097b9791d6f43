import type { Database } from 'better-sqlite3'
import { maskRemembered } from '../../catalog/mask-remembered'
import type { SqlValue } from '../library'
import type { Migration } from '../migrate'

/**
 * Titles, prompts and texts to filter by of sessions that are gone, as versions before masking wrote them: nothing reads those again. Of all others the
 * next scan, which reads every unit anew with a new version, writes masked ones.
 */
export const maskedGone: Migration = { to: 8, sql: '', change: maskGone }

function maskGone(database: Database): void {
  const writer = {
    all: <Row>(sql: string, ...values: SqlValue[]) => database.prepare(sql).all(...values) as Row[],
    get: <Row>(sql: string, ...values: SqlValue[]) => database.prepare(sql).get(...values) as Row | undefined,
    run: (sql: string, ...values: SqlValue[]) => void database.prepare(sql).run(...values)
  }
  // What is written over is zeroed in the file, too, from here on.
  database.pragma('secure_delete = true')
  const gone = writer.all<{ source: string; id: string }>(
    'select source, id from session where unit = 0 union select source, id from prompt where unit = 0'
  )
  for (const session of gone) maskRemembered(writer, session, 0)
}
