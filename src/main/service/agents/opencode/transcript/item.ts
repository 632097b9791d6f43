import type { Entry } from '@shared/domain/transcript'
import type { MessageKey, StoredRecord } from '../records/stored'

/** An entry with what it was made from. */
export interface Item {
  readonly key: MessageKey
  readonly entry: Entry
  readonly records: readonly StoredRecord[]
  /** `data:` URLs of its images, in order. */
  readonly images: readonly string[]
  /** When the message was begun; forks keep it. */
  readonly messageAt: number | null
}

/** Ids of entries: that of the message, and that of the part where there is one. A dot in an id of theirs is written otherwise. */
export function entryId(message: string, part?: string): string {
  return part === undefined ? escaped(message) : `${escaped(message)}.${escaped(part)}`
}

/** The message that an entry belongs to. */
export function messageOf(entry: string): string {
  const [message = ''] = entry.split('.', 1)
  return message.replaceAll('%2E', '.').replaceAll('%25', '%')
}

function escaped(id: string): string {
  return id.replaceAll('%', '%25').replaceAll('.', '%2E')
}
