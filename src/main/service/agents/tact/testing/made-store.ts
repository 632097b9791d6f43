import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import Sqlite, { type Database } from 'better-sqlite3'
import type { StoredRow } from '../record'

/** The schema of every tact since 0.4 (format: "Schema"). */
const schema = `
CREATE TABLE sessions(session_id TEXT PRIMARY KEY, parent_session_id TEXT, workspace TEXT NOT NULL, model TEXT NOT NULL,
  effort TEXT NOT NULL, reasoning_mode TEXT NOT NULL, fast_mode INTEGER NOT NULL CHECK(fast_mode IN (0, 1)),
  application_version TEXT NOT NULL, started_at_ms INTEGER NOT NULL, updated_at_ms INTEGER NOT NULL, preview TEXT NOT NULL) STRICT;
CREATE TABLE events(event_id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL REFERENCES sessions(session_id),
  record_json BLOB NOT NULL, prompt_text TEXT, prompt_recorded_at_ms INTEGER, assistant_stream TEXT,
  CHECK((prompt_text IS NULL) = (prompt_recorded_at_ms IS NULL))) STRICT;
CREATE TABLE resume_states(session_id TEXT PRIMARY KEY, state_zstd BLOB NOT NULL) STRICT;
CREATE INDEX events_by_session ON events(session_id, event_id);
CREATE INDEX recent_prompts ON events(prompt_recorded_at_ms DESC, event_id DESC) WHERE prompt_text IS NOT NULL;
CREATE INDEX assistant_streams ON events(session_id, assistant_stream) WHERE assistant_stream IS NOT NULL;
PRAGMA user_version = 2;`

export const sessionA = '01a227dd-ce8e-75f3-b00c-00000000000a'
export const sessionB = '01a227dd-ce8e-75f3-b00c-00000000000b'
const startedAt = 1_795_965_178_000

export interface MadeSession {
  readonly id: string
  readonly parent?: string
  readonly model?: string
  readonly updatedAt?: number
  readonly preview?: string
}

/** A new database with the tables of a real one, closed by the caller. */
export function makeDatabase(path: string): Database {
  mkdirSync(dirname(path), { recursive: true })
  const database = new Sqlite(path)
  database.pragma('journal_mode = WAL')
  database.exec(schema)
  return database
}

export function addSession(database: Database, session: MadeSession): void {
  database
    .prepare(`INSERT INTO sessions VALUES (?, ?, '/home/dev/weather', ?, '"low"', '"standard"', 0, '0.8.3', ?, ?, ?)`)
    .run(
      session.id,
      session.parent ?? null,
      session.model ?? 'gpt-6.1-sol',
      startedAt,
      session.updatedAt ?? startedAt,
      session.preview ?? 'No user prompt'
    )
}

export function addBytes(database: Database, session: string, bytes: Uint8Array): void {
  database.prepare('INSERT INTO events(session_id, record_json) VALUES (?, ?)').run(session, Buffer.from(bytes))
}

/** Appends records as a writer of tact would, prompt columns included. */
export function addRecords(database: Database, session: string, records: readonly MadeRecord[]): void {
  const insert = database.prepare(
    'INSERT INTO events(session_id, record_json, prompt_text, prompt_recorded_at_ms) VALUES (?, ?, ?, ?)'
  )
  for (const record of records) {
    const prompt =
      record.type === 'user.submitted' || record.type === 'user.steered' ? String(record.payload.text) : null
    insert.run(
      session,
      Buffer.from(JSON.stringify(record)),
      prompt,
      prompt === null ? null : record.recorded_at_unix_ms
    )
  }
}

export function addState(database: Database, session: string, change: Record<string, unknown> = {}): void {
  const snapshot = {
    version: 1,
    model: 'gpt-6.1-sol',
    lineage_id: session,
    prompt_cache_key: session,
    workspace: '/home/dev/weather',
    request_prefix: [{}, {}],
    canonical_context: {},
    history: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hello' }] }],
    ...(change.snapshot as object)
  }
  const state = { format_version: 2, instructions: 'You help.', skills_catalog_present: false, ...change, snapshot }
  database
    .prepare('INSERT OR REPLACE INTO resume_states VALUES (?, ?)')
    .run(session, zstdCompressSync(Buffer.from(JSON.stringify(state))))
}

export interface MadeRecord {
  readonly schema_version: number
  readonly sequence: number
  readonly recorded_at_unix_ms: number
  readonly source: string
  readonly type: string
  readonly agent?: object
  readonly payload: Readonly<Record<string, unknown>>
}

/** Makes records with rising sequences and times, a tenth of a second apart. */
export function recorder(session = sessionA, first = 1) {
  let sequence = first - 1
  const next = (source: string, type: string, payload: MadeRecord['payload'], requestId = session): MadeRecord => {
    sequence += 1
    return {
      schema_version: 2,
      sequence,
      recorded_at_unix_ms: startedAt + sequence * 100,
      source,
      type,
      ...(source === 'agent' ? { agent: { protocol_version: 1, request_id: requestId, sequence } } : {}),
      payload
    }
  }
  return {
    local: (type: string, payload: MadeRecord['payload'] = {}) => next('tact', type, payload),
    agent: (type: string, payload: MadeRecord['payload'] = {}, requestId?: string) =>
      next('agent', type, payload, requestId),
    started: (more: MadeRecord['payload'] = {}) =>
      next('tact', 'session.started', {
        session_id: session,
        model: 'gpt-6.1-sol',
        effort: 'low',
        reasoning_mode: 'standard',
        fast_mode: false,
        workspace: '/home/dev/weather',
        application_version: '0.8.3',
        ...more
      })
  }
}

/** Records as rows of a database, numbered from 1. */
export function toRows(records: readonly MadeRecord[]): readonly StoredRow[] {
  return records.map((record, index) => ({ eventId: index + 1, bytes: Buffer.from(JSON.stringify(record)) }))
}
