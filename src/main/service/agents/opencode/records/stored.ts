import { isObject, type JsonObject, parseJson } from '../../json-access'

/** One native record: a row of the database, or a file. */
export interface StoredRecord {
  readonly id: string
  /** As stored; JSON unless it is damaged. */
  readonly text: string
  /** Set for a piece of a record, which is then not counted by itself: newer generations keep pieces inside their message. */
  readonly piece?: JsonObject
}

/** Where a message stands in its session: by time, then by id. Files are ordered by id alone, and have 0 here. */
export interface MessageKey {
  readonly at: number
  readonly id: string
}

/** A message with its parts in order. */
export interface StoredMessage {
  readonly key: MessageKey
  readonly record: StoredRecord
  /** What the record says, in the shape of the second generation, where it is of another one. */
  readonly info?: JsonObject
  readonly parts: readonly StoredRecord[]
}

/** The messages of one session in one generation of the store. All of it is synchronous. */
export interface MessageStore {
  /** Keys before `key` (all when null), the newest first. */
  before(key: MessageKey | null, count: number): readonly MessageKey[]
  /** Keys after `key`, and that itself, the oldest first. */
  from(key: MessageKey | null, count: number): readonly MessageKey[]
  load(key: MessageKey): StoredMessage
  /** As `load`, without the calls in it where leaving them out saves reading them. */
  loadWithoutCalls(key: MessageKey): StoredMessage
  keyOf(id: string): MessageKey | null
  count(): number
  /** Number of messages before a key. */
  countBefore(key: MessageKey): number
  /** Keys of messages that are prompts or carry dividers, in order and from `from` on: those that an outline needs. */
  outlined(from: MessageKey | null): readonly MessageKey[]
}

/** The object of a record; null where it cannot be read. */
export function objectOf(record: StoredRecord): JsonObject | null {
  if (record.piece !== undefined) return record.piece
  const value = parseJson(record.text)
  return isObject(value) ? value : null
}

/** The objects of those records that can be read. */
export function objectsOf(records: readonly StoredRecord[]): readonly JsonObject[] {
  return records.map(objectOf).filter((value) => value !== null)
}

export function compareKeys(a: MessageKey, b: MessageKey): number {
  if (a.at !== b.at) return a.at - b.at
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
