import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import Sqlite, { type Database } from 'better-sqlite3'
import type { AgentAdapter } from '../adapter'
import type { ConformanceKit, Outcome, Trouble } from './conformance-kit'
import { damagedTogether, type RecordColumn } from './damaged-database'

interface RowStore {
  readonly adapter: AgentAdapter
  make(home: string): readonly string[]
  database(home: string): string
}

const texts = ['workspace', 'model', 'effort', 'reasoning_mode', 'application_version', 'preview', 'parent_session_id']

/** What tact keeps in rows: records, states, and what it says of each session. */
const columns: readonly RecordColumn[] = [
  { table: 'events', key: 'event_id', column: 'record_json' },
  { table: 'resume_states', key: 'session_id', column: 'state_zstd' },
  {
    ...{ table: 'resume_states', key: 'session_id', column: 'state_zstd' },
    unpack: (stored) => zstdDecompressSync(stored),
    pack: (record) => zstdCompressSync(record)
  },
  ...texts.map((column) => ({ table: 'sessions', key: 'session_id', column, text: true }))
]

/** A kit for tact's store: one database, one record in one row. */
export function rowKit(store: RowStore): ConformanceKit {
  const write = (home: string, change: (database: Database) => void) => {
    const database = new Sqlite(store.database(home))
    try {
      change(database)
      // Closed as tact closes: everything in the main file, nothing beside it.
      database.pragma('wal_checkpoint(TRUNCATE)')
    } finally {
      database.close()
    }
  }
  /** Always the same row, whatever it holds by now: the first answer of the sound session. */
  const answers = new Map<string, number>()
  const answerRow = (database: Database, home: string, id: string): number => {
    const key = `${home} ${id}`
    const known = answers.get(key)
    if (known !== undefined) return known
    const found = database
      .prepare(
        `select event_id from events where session_id = ? and cast(record_json as text) like '%"assistant.message"%'`
      )
      .pluck()
      .get(id) as number
    answers.set(key, found)
    return found
  }
  const changeRow = (home: string, id: string, change: (record: Buffer) => Uint8Array | string) =>
    write(home, (database) => {
      const event = answerRow(database, home, id)
      const record = database.prepare('select record_json from events where event_id = ?').pluck().get(event) as Buffer
      database.prepare('update events set record_json = ? where event_id = ?').run(Buffer.from(change(record)), event)
    })
  const row = (change: (record: Buffer) => Uint8Array | string) => (home: string, id: string) =>
    changeRow(home, id, change)
  const middle = (bytes: Buffer, patch: Buffer) => {
    const at = bytes.length >> 1
    return Buffer.concat([bytes.subarray(0, at), patch, bytes.subarray(at + patch.length)])
  }
  const withText = (text: string) => (bytes: Buffer) => {
    const record = JSON.parse(bytes.toString('utf8')) as { payload: { text: string } }
    record.payload.text = text
    return JSON.stringify(record)
  }
  const apply: Record<Trouble, { readonly outcome: Outcome; readonly apply: (home: string, id: string) => void }> = {
    empty: { outcome: 'partial', apply: row(() => '') },
    torn: { outcome: 'partial', apply: row((bytes) => bytes.subarray(0, Math.floor(bytes.length * 0.7))) },
    'NUL block': { outcome: 'partial', apply: row((bytes) => middle(bytes, Buffer.alloc(32))) },
    glued: { outcome: 'partial', apply: row((bytes) => Buffer.concat([bytes, bytes])) },
    'bad bytes in the middle': {
      outcome: 'either',
      apply: row((bytes) => middle(bytes, Buffer.from([0xff, 0xfe, 0x80])))
    },
    'lone surrogate': { outcome: 'either', apply: row(withText('half \ud800 pair')) },
    CRLF: {
      outcome: 'whole',
      apply: row((bytes) => bytes.toString('utf8').replace('{', '{\r\n').replace(',"payload"', ',\r\n"payload"'))
    },
    BOM: { outcome: 'either', apply: row((bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes])) },
    'unknown kind': {
      outcome: 'partial',
      apply: row((bytes) => bytes.toString('utf8').replace('"assistant.message"', '"oracle.spoke"'))
    },
    '30 MB record': { outcome: 'whole', apply: row(withText('thirty '.repeat(Math.ceil(30_000_000 / 7)))) }
  }
  return {
    adapter: store.adapter,
    together: damagedTogether(store.database, columns),
    make: store.make,
    trouble: apply,
    replace: changeRow,
    keepChanging: (home, id) => {
      const writer = new Sqlite(store.database(home))
      writer.pragma('journal_mode = WAL')
      writer.pragma('synchronous = FULL')
      let sequence = 100_000
      const append = () => {
        sequence += 1
        const at = Date.UTC(2026, 10, 29, 15, 30, 0) + sequence
        const record = {
          schema_version: 2,
          sequence,
          recorded_at_unix_ms: at,
          source: 'tact',
          type: 'user.submitted',
          payload: { id: sequence, text: `round ${sequence}` }
        }
        writer.transaction(() => {
          writer
            .prepare(
              'insert into events(session_id, record_json, prompt_text, prompt_recorded_at_ms) values (?, ?, ?, ?)'
            )
            .run(id, Buffer.from(JSON.stringify(record)), record.payload.text, at)
          writer.prepare('update sessions set updated_at_ms = ? where session_id = ?').run(at, id)
        })()
      }
      append()
      const timer = setInterval(append, 4)
      return async () => {
        clearInterval(timer)
        writer.pragma('wal_checkpoint(TRUNCATE)')
        writer.close()
      }
    }
  }
}
