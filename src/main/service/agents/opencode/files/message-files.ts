import { join } from 'node:path'
import { asList, isObject, parseJson } from '../../json-access'
import { namesIn } from '../places'
import { fromFirst } from '../records/first-message'
import type { MessageKey, MessageStore, StoredMessage, StoredRecord } from '../records/stored'
import { readRecord } from './read-record'
import type { SessionFile } from './session-files'

/** In a message that is a prompt, or is shown as a divider. */
const outlinedMark = /"role":\s*"user"|"error":|"summary":\s*true/

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
    const record = this.record(key)
    const folder = this.file.parts(key.id)
    // The first versions kept parts inside; their values are long only there.
    const value = record.text.includes('"parts"') ? parseJson(record.text) : undefined
    if (isObject(value) && asList(value.parts).length > 0 && namesIn(folder).length === 0) {
      return { key, record, ...fromFirst(value) }
    }
    let parts: readonly StoredRecord[] | undefined
    return {
      key,
      record,
      // Most who look at a message want to know first whether it is a prompt.
      get parts() {
        parts ??= partsIn(folder)
        return parts
      }
    }
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
    return this.from(from, this.ids.length).filter((key) => outlinedMark.test(this.record(key).text))
  }

  private record({ id }: MessageKey): StoredRecord {
    return { id, text: readRecord(join(this.file.messages, `${id}.json`)) }
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
