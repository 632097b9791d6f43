import { fail } from '@shared/ipc/errors'
import type { SqlRow } from '../../foreign-sqlite/read-database'
import { integer, text } from '../../foreign-sqlite/read-database'
import { databaseVersion } from '../database-findings'
import type { Columns, Table } from './state-bytes'

/** How tact sets up a store (format page, section 3.1), one statement each; 0.6 added the last two indexes. */
export const schemaStatements: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS sessions(
  session_id TEXT PRIMARY KEY,
  parent_session_id TEXT,
  workspace TEXT NOT NULL,
  model TEXT NOT NULL,
  effort TEXT NOT NULL,
  reasoning_mode TEXT NOT NULL,
  fast_mode INTEGER NOT NULL CHECK(fast_mode IN (0, 1)),
  application_version TEXT NOT NULL,
  started_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  preview TEXT NOT NULL
) STRICT`,
  `CREATE TABLE IF NOT EXISTS events(
  event_id INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id TEXT NOT NULL REFERENCES sessions(session_id),
  record_json BLOB NOT NULL,
  prompt_text TEXT,
  prompt_recorded_at_ms INTEGER,
  assistant_stream TEXT,
  CHECK((prompt_text IS NULL) = (prompt_recorded_at_ms IS NULL))
) STRICT`,
  'CREATE TABLE IF NOT EXISTS resume_states(session_id TEXT PRIMARY KEY, state_zstd BLOB NOT NULL) STRICT',
  'CREATE INDEX IF NOT EXISTS events_by_session ON events(session_id, event_id)',
  'CREATE INDEX IF NOT EXISTS recent_prompts ON events(prompt_recorded_at_ms DESC, event_id DESC) WHERE prompt_text IS NOT NULL',
  'CREATE INDEX IF NOT EXISTS assistant_streams ON events(session_id, assistant_stream) WHERE assistant_stream IS NOT NULL',
  'CREATE INDEX IF NOT EXISTS sessions_by_recency ON sessions(updated_at_ms DESC, session_id)',
  'CREATE INDEX IF NOT EXISTS sessions_by_workspace_recency ON sessions(workspace, updated_at_ms DESC, session_id)',
  `PRAGMA user_version = ${databaseVersion}`
]

/** Columns of a store that was just made. */
export const ownColumns: Columns = {
  sessions: [
    'session_id',
    'parent_session_id',
    'workspace',
    'model',
    'effort',
    'reasoning_mode',
    'fast_mode',
    'application_version',
    'started_at_ms',
    'updated_at_ms',
    'preview'
  ],
  events: ['event_id', 'session_id', 'record_json', 'prompt_text', 'prompt_recorded_at_ms', 'assistant_stream'],
  resume_states: ['session_id', 'state_zstd']
}

/** Asks a database that may be in this process or in another. */
export type Ask = (sql: string, ...parameters: (string | bigint)[]) => readonly SqlRow[] | Promise<readonly SqlRow[]>

export const userVersionSql = 'PRAGMA user_version'

export function versionOf(rows: readonly SqlRow[]): number {
  return integer(rows[0]?.user_version) ?? 0
}

export const columnsSql = `SELECT m.name AS owner, c.name AS name, c.hidden AS hidden FROM sqlite_schema m, pragma_table_xinfo(m.name) c
  WHERE m.type = 'table' AND m.name IN ('sessions', 'events', 'resume_states') ORDER BY m.name, c.cid`

/**
 * The columns of the three tables, known ones first, so that two stores that hold the same give the same bytes. A column that no tact so far
 * has is kept like the others. Throws `source.unreadable` when one of tact's is not there.
 */
export function columnsOf(rows: readonly SqlRow[], path: string): Columns {
  const of = (table: Table) => {
    // A generated column holds nothing of its own.
    const found = rows.filter((row) => text(row.owner) === table && integer(row.hidden) === 0)
    const names = found.map((row) => text(row.name) ?? '')
    const missing = ownColumns[table].filter((name) => !names.includes(name))
    if (missing.length > 0) {
      return fail(
        'source.unreadable',
        `The database ${path} is not one of tact: ${table} lacks ${missing.join(', ')}.`,
        {
          advice: 'Check that this is a session database of tact 0.4 or newer.',
          data: { path }
        }
      )
    }
    return [...ownColumns[table], ...names.filter((name) => !ownColumns[table].includes(name))]
  }
  return { sessions: of('sessions'), events: of('events'), resume_states: of('resume_states') }
}

export const foreignSql = `SELECT m.type AS type, m.name AS name,
    EXISTS (SELECT 1 FROM pragma_foreign_key_list(m.name) f WHERE f."table" IN ('sessions', 'events', 'resume_states')) AS refers
  FROM sqlite_schema m WHERE m.type IN ('table', 'trigger')
  AND m.name NOT IN ('sessions', 'events', 'resume_states') AND m.name NOT LIKE 'sqlite_%'`

/** Refuses a store whose own rules would change more than the rows of a session: triggers, and tables that refer to its rows. */
export function checkForeign(rows: readonly SqlRow[], path: string): void {
  const row = rows.find((each) => text(each.type) === 'trigger' || integer(each.refers) === 1)
  if (row === undefined) return
  fail('refused', `The database ${path} has a ${text(row.type)} ${text(row.name)} that no tact so far has.`, {
    advice: 'Reprise does not know what else a change of a session would change there. Look for a newer Reprise.',
    data: { path }
  })
}

/** Refuses every version but the one that there is (tact-1). */
export function checkVersion(found: number, path: string): void {
  if (found === databaseVersion) return
  const code = found > databaseVersion ? 'source.newer' : 'source.unreadable'
  fail(code, `The session database ${path} has format version ${found}; Reprise writes ${databaseVersion} only.`, {
    advice: found > databaseVersion ? 'Look for a newer Reprise.' : 'No tact that was released wrote this version.',
    data: { path, found, expected: databaseVersion }
  })
}
