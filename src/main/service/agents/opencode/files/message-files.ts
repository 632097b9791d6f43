import { join } from 'node:path'
import { namesIn } from '../places'
import { fromFirst } from '../records/first-message'
import { asList, isObject, parseJson } from '../records/json-access'
import type { MessageKey, MessageStore, StoredMessage, StoredRecord } from '../records/stored'
import { readRecord } from './read-record'
import type { SessionFile } from './session-files'

/** Messages in JSON files: ids sort by time, so that the names alone give the order. */
export class MessageFiles implements MessageStore {
  private readonly ids: readonly string[]

  private readonly file: SessionFile

  constructor(file: SessionFile) {
    this.file = file
    this.ids = recordIds(file.messages)
  }

  before(key: MessageKey | null, count: number): readonly MessageKey[] {
    const end = key === null ? this.ids.length : this.place(key)
    return this.ids
      .slice(Math.max(0, end - count), end)
      .reverse()
      .map(keyOf)
  }

  from(key: MessageKey | null, count: number): readonly MessageKey[] {
    const start = key === null ? 0 : this.place(key)
    return this.ids.slice(start, start + count).map(keyOf)
  }

  load(key: MessageKey): StoredMessage {
    const record = { id: key.id, text: readRecord(join(this.file.messages, `${key.id}.json`)) }
    const parts = partsIn(this.file.parts(key.id))
    if (parts.length > 0) return { key, record, parts }
    const value = parseJson(record.text)
    const first = isObject(value) && asList(value.parts).length > 0 ? fromFirst(value) : {}
    return { key, record, parts, ...first }
  }

  keyOf(id: string): MessageKey | null {
    return this.ids.includes(id) ? keyOf(id) : null
  }

  count(): number {
    return this.ids.length
  }

  loadWithoutCalls(key: MessageKey): StoredMessage {
    return this.load(key)
  }

  countBefore(key: MessageKey): number {
    return this.place(key)
  }

  outlined(from: MessageKey | null): readonly MessageKey[] {
    return this.from(from, this.ids.length)
  }

  /** Number of messages before a key. */
  private place(key: MessageKey): number {
    const at = this.ids.findIndex((id) => id >= key.id)
    return at < 0 ? this.ids.length : at
  }
}

/** The parts in a folder, in the order of their ids. */
export function partsIn(folder: string): readonly StoredRecord[] {
  return recordIds(folder).map((id) => ({ id, text: readRecord(join(folder, `${id}.json`)) }))
}

function recordIds(folder: string): readonly string[] {
  return namesIn(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -5))
    .sort()
}

function keyOf(id: string): MessageKey {
  return { at: 0, id }
}
