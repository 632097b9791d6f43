import { fail } from '@shared/ipc/errors'
import { integer, type SqlRow, text } from '../../foreign-sqlite/read-database'
import type { Columns, RowFormat } from '../../foreign-sqlite/write/row-format'

export type Table =
  | 'session'
  | 'session_v2'
  | 'message'
  | 'part'
  | 'session_message'
  | 'session_input'
  | 'session_context_epoch'
  | 'todo'
  | 'event_sequence'
  | 'event'

/**
 * Every row that a database has of one session (format: "Tables"). Which tables there are depends on the version. The secret of a share is none of
 * them: it stays where it is.
 */
export const sessionRows: RowFormat<Table> = {
  name: 'opencode-session',
  version: 1,
  agent: 'opencode',
  tables: [
    { name: 'session', mark: 0x53, owner: 'id', key: null, optional: true },
    { name: 'session_v2', mark: 0x32, owner: 'id', key: null, optional: true },
    { name: 'message', mark: 0x4d, owner: 'session_id', key: 'id', optional: true },
    { name: 'part', mark: 0x50, owner: 'session_id', key: 'id', optional: true },
    { name: 'session_message', mark: 0x54, owner: 'session_id', key: 'id', optional: true },
    { name: 'session_input', mark: 0x49, owner: 'session_id', key: 'id', optional: true },
    { name: 'session_context_epoch', mark: 0x43, owner: 'session_id', key: null, optional: true },
    { name: 'todo', mark: 0x44, owner: 'session_id', key: 'position', optional: true },
    { name: 'event_sequence', mark: 0x51, owner: 'aggregate_id', key: null, optional: true },
    { name: 'event', mark: 0x45, owner: 'aggregate_id', key: 'seq', optional: true }
  ]
}

const names = sessionRows.tables.map(({ name }) => `'${name}'`).join(', ')

export const columnsSql = `SELECT m.name AS owner, c.name AS name FROM sqlite_schema m, pragma_table_xinfo(m.name) c
  WHERE m.type = 'table' AND m.name IN (${names}) AND c.hidden = 0 ORDER BY m.name, c.name`

/**
 * The columns of the tables that are there, by name, so that a database that was upgraded gives the same bytes as a new one. Throws
 * `source.unreadable` for a database that is none of opencode.
 */
export function columnsOf(rows: readonly SqlRow[], path: string): Columns<Table> {
  const found = sessionRows.tables.map(({ name, owner, key }) => {
    const columns = rows.filter((row) => text(row.owner) === name).map((row) => text(row.name) ?? '')
    const missing = [owner, ...(key === null ? [] : [key])].filter((column) => !columns.includes(column))
    if (columns.length > 0 && missing.length > 0) notOpencode(path, `${name} lacks ${missing.join(', ')}`)
    return [name, columns]
  })
  const columns = Object.fromEntries(found) as Columns<Table>
  return columns.session.length + columns.session_v2.length > 0
    ? columns
    : notOpencode(path, 'it has no table of sessions')
}

function notOpencode(path: string, why: string): never {
  return fail('source.unreadable', `The database ${path} is not one of opencode: ${why}.`, {
    advice: 'Check that this is a database of opencode 1.2 or newer.',
    data: { path }
  })
}

export const foreignSql = `SELECT m.type AS type, m.name AS name, m.tbl_name AS about, f."from" AS "column",
    CASE WHEN f."table" IN ('session', 'session_v2') THEN 1 ELSE 0 END AS owned
  FROM sqlite_schema m LEFT JOIN pragma_foreign_key_list(m.name) f ON f."table" IN (${names})
  WHERE m.name NOT IN (${names}) AND (m.type = 'table' AND f."table" IS NOT NULL OR m.type = 'trigger' AND m.tbl_name IN (${names}))`

/** A table beside those of a session whose rows refer to them, or a trigger on one of those. */
export interface Foreign {
  readonly kind: 'table' | 'trigger'
  readonly name: string
  /** The column that names the session; null where it refers to something else of it. */
  readonly column: string | null
}

export function foreignOf(rows: readonly SqlRow[]): readonly Foreign[] {
  return rows.map((row) => ({
    kind: text(row.type) === 'trigger' ? 'trigger' : 'table',
    name: text(row.name) ?? '',
    column: integer(row.owned) === 1 ? text(row.column) : null
  }))
}
