import { integer, type ReadDatabase, type SqlRow, text } from '../../foreign-sqlite/read-database'
import type { ProjectedRow } from './projected-item'

const columns = 'rollout_ordinal AS ordinal, created_at_ms AS at, item_json AS json'

/** Whether the projection has anything of a thread; false also where its tables are others. */
export function hasItems(database: ReadDatabase, thread: string): boolean {
  const table = database.get("SELECT 1 AS found FROM sqlite_master WHERE type = 'table' AND name = 'thread_items'")
  return (
    table !== undefined &&
    database.get('SELECT 1 AS found FROM thread_items WHERE thread_id = ? LIMIT 1', thread) !== undefined
  )
}

/** Rows from an ordinal on, in order. */
export function rowsFrom(
  database: ReadDatabase,
  thread: string,
  ordinal: number,
  limit: number
): readonly ProjectedRow[] {
  const sql = `SELECT ${columns} FROM thread_items WHERE thread_id = ? AND rollout_ordinal >= ? ORDER BY rollout_ordinal, item_id LIMIT ?`
  return database.all(sql, thread, ordinal, limit).map(rowOf)
}

/** The last rows before an ordinal, in order. */
export function rowsBefore(
  database: ReadDatabase,
  thread: string,
  ordinal: number,
  limit: number
): readonly ProjectedRow[] {
  const sql = `SELECT ${columns} FROM thread_items WHERE thread_id = ? AND rollout_ordinal < ?
               ORDER BY rollout_ordinal DESC, item_id DESC LIMIT ?`
  return database.all(sql, thread, ordinal, limit).map(rowOf).reverse()
}

function rowOf(row: SqlRow): ProjectedRow {
  return { ordinal: integer(row.ordinal) ?? 0, at: integer(row.at), json: text(row.json) ?? '' }
}
