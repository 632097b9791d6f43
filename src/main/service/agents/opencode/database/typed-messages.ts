import { integer, type ReadDatabase, text } from '../../foreign-sqlite/read-database'
import { asObject, parseJson } from '../../json-access'
import type { MessageKey, MessageStore, StoredMessage } from '../records/stored'
import { fromTyped } from '../records/typed-message'

/** The table `session_message` of opencode 2: one row a message, with its type in a column, in the order of `seq`. */
export class TypedMessages implements MessageStore {
  private readonly database: ReadDatabase
  private readonly session: string

  constructor(database: ReadDatabase, session: string) {
    this.database = database
    this.session = session
  }

  before(key: MessageKey | null, count: number): readonly MessageKey[] {
    if (key === null) return this.keys('ORDER BY seq DESC LIMIT ?', count)
    return this.keys('AND seq < ? ORDER BY seq DESC LIMIT ?', key.at, count)
  }

  from(key: MessageKey | null, count: number): readonly MessageKey[] {
    return this.keys('AND seq >= ? ORDER BY seq LIMIT ?', key?.at ?? 0, count)
  }

  load(key: MessageKey): StoredMessage {
    const row = this.database.get('SELECT type, data, time_created FROM session_message WHERE id = ?', key.id)
    const record = { id: key.id, text: text(row?.data) ?? '' }
    const value = parseJson(record.text)
    const parts =
      value === undefined ? null : fromTyped(record, text(row?.type) ?? '', asObject(value), integer(row?.time_created))
    return { key, record, parts: [], ...parts }
  }

  keyOf(id: string): MessageKey | null {
    return this.keys('AND id = ? LIMIT 1', id)[0] ?? null
  }

  count(): number {
    const row = this.database.get('SELECT count(*) AS rows FROM session_message WHERE session_id = ?', this.session)
    return integer(row?.rows) ?? 0
  }

  loadWithoutCalls(key: MessageKey): StoredMessage {
    return this.load(key)
  }

  countBefore(key: MessageKey): number {
    const sql = 'SELECT count(*) AS rows FROM session_message WHERE session_id = ? AND seq < ?'
    return integer(this.database.get(sql, this.session, key.at)?.rows) ?? 0
  }

  outlined(from: MessageKey | null): readonly MessageKey[] {
    return this.keys(
      `AND seq >= ? AND (type <> 'assistant' OR instr(data, '"error":') > 0) ORDER BY seq`,
      from?.at ?? 0
    )
  }

  private keys(rest: string, ...parameters: (string | number)[]): readonly MessageKey[] {
    const sql = `SELECT id, seq FROM session_message WHERE session_id = ? ${rest}`
    const rows = this.database.all(sql, this.session, ...parameters)
    return rows.map((row) => ({ at: integer(row.seq) ?? 0, id: text(row.id) ?? '' }))
  }
}
