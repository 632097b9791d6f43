import { integer, type ReadDatabase, type SqlRow, text } from '../../foreign-sqlite/read-database'
import { unlessDamaged } from '../../foreign-sqlite/unless-damaged'
import type { MessageKey, MessageStore, StoredMessage, StoredRecord } from '../records/stored'

/** Parts of a message that the database has none of: a migration may have stopped between messages and parts (cases: B16). */
export type OlderParts = (message: string) => readonly StoredRecord[]

/** Stands for the parts of a message of which one lies on a damaged page. */
const damagedPart: StoredRecord = { id: 'damaged', text: '' }

/** The tables `message` and `part`. Pages use their index, so that they cost what they show. */
export class MessageRows implements MessageStore {
  private readonly database: ReadDatabase
  private readonly session: string
  private readonly olderParts: OlderParts

  constructor(database: ReadDatabase, session: string, olderParts: OlderParts) {
    this.database = database
    this.session = session
    this.olderParts = olderParts
  }

  before(key: MessageKey | null, count: number): readonly MessageKey[] {
    const order = 'ORDER BY time_created DESC, id DESC LIMIT ?'
    if (key === null) return this.keys(`${order}`, count)
    return this.keys(`AND (time_created, id) < (?, ?) ${order}`, key.at, key.id, count)
  }

  from(key: MessageKey | null, count: number): readonly MessageKey[] {
    const order = 'ORDER BY time_created, id LIMIT ?'
    if (key === null) return this.keys(`${order}`, count)
    return this.keys(`AND (time_created, id) >= (?, ?) ${order}`, key.at, key.id, count)
  }

  load(key: MessageKey): StoredMessage {
    return this.message(key, '')
  }

  loadWithoutCalls(key: MessageKey): StoredMessage {
    // Calls are most of a session, and begin with their type.
    return this.message(key, `AND substr(data, 1, 14) <> '{"type":"tool"'`)
  }

  private message(key: MessageKey, filter: string): StoredMessage {
    const row = unlessDamaged(undefined, () => this.database.get('SELECT data FROM message WHERE id = ?', key.id))
    const parts = unlessDamaged([damagedPart], () => this.parts(key.id, filter))
    return {
      key,
      record: { id: key.id, text: text(row?.data) ?? '' },
      parts: parts.length === 0 ? this.olderParts(key.id) : parts
    }
  }

  private parts(message: string, filter: string): readonly StoredRecord[] {
    const rows = this.database.all(`SELECT id, data FROM part WHERE message_id = ? ${filter} ORDER BY id`, message)
    return rows.map((part) => ({ id: text(part.id) ?? '', text: text(part.data) ?? '' }))
  }

  keyOf(id: string): MessageKey | null {
    return this.keys('AND id = ? LIMIT 1', id)[0] ?? null
  }

  count(): number {
    const row = this.database.get('SELECT count(*) AS rows FROM message WHERE session_id = ?', this.session)
    return integer(row?.rows) ?? 0
  }

  countBefore(key: MessageKey): number {
    const sql = 'SELECT count(*) AS rows FROM message WHERE session_id = ? AND (time_created, id) < (?, ?)'
    return integer(this.database.get(sql, this.session, key.at, key.id)?.rows) ?? 0
  }

  outlined(from: MessageKey | null): readonly MessageKey[] {
    // What opencode writes has no blanks in it; a message that only looks like one of these is found out when it is read.
    return this.keys(
      `AND (time_created, id) >= (?, ?) AND (instr(data, '"role":"user"') > 0 OR instr(data, '"error":') > 0 OR instr(data, '"summary":true') > 0)
       ORDER BY time_created, id`,
      from?.at ?? Number.MIN_SAFE_INTEGER,
      from?.id ?? ''
    )
  }

  private keys(rest: string, ...parameters: (string | number)[]): readonly MessageKey[] {
    const sql = `SELECT id, time_created FROM message WHERE session_id = ? ${rest}`
    return this.database.all(sql, this.session, ...parameters).map(keyOfRow)
  }
}

export function keyOfRow(row: SqlRow): MessageKey {
  return { at: integer(row.time_created) ?? 0, id: text(row.id) ?? '' }
}
