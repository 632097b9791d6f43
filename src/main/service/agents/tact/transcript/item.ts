import type { Entry, EntryKind, ImageInfo } from '@shared/domain/transcript'
import type { TactRecord } from '../record'

/** Where the bytes of an image lie: the n-th image of a row, or the n-th of a user message in the resume state. */
export type ImagePlace =
  | { readonly in: 'row'; readonly eventId: number; readonly index: number }
  | { readonly in: 'state'; readonly prompt: string; readonly index: number }

export interface ImageSource {
  readonly info: ImageInfo
  readonly place: ImagePlace
}

/** An entry while it is being put together. */
export interface Item {
  readonly entry: Entry
  /** Row that the entry stands at; it orders entries and names the page they are on. */
  readonly anchor: number
  /** All rows that went into it. */
  readonly rows: number[]
  readonly images: ImageSource[]
  /** Entries that are shown as part of this one and not by themselves. */
  readonly carries: Item[]
  /** Left out of the transcript; its rows then belong to another item. */
  hidden: boolean
}

export interface ItemParts {
  readonly text?: string
  readonly at?: number | null
  /** Distinguishes a second entry of the same row. */
  readonly suffix?: string
}

export function newItem(record: Pick<TactRecord, 'eventId' | 'at'>, kind: EntryKind, parts: ItemParts = {}): Item {
  const suffix = parts.suffix === undefined ? '' : `.${parts.suffix}`
  const at = record.at === null || record.at < 0 ? null : record.at
  return {
    entry: {
      id: `e${record.eventId}${suffix}`,
      kind,
      at: parts.at === undefined ? at : parts.at,
      text: parts.text ?? ''
    },
    anchor: record.eventId,
    rows: [record.eventId],
    images: [],
    carries: [],
    hidden: false
  }
}

/** The row that an entry id stands for; null when the id is not one of ours. */
export function anchorOf(entryId: string): number | null {
  const match = /^e(\d{1,16})(\.[a-z]+)?$/.exec(entryId)
  return match ? Number(match[1]) : null
}

export function addImages(item: Item, images: readonly ImageSource[]): void {
  if (images.length === 0) return
  item.images.push(...images)
  item.entry.images = item.images.map((image) => image.info)
}

/** Event ids of everything that the entry was made from, in order. */
export function rowsOf(item: Item): readonly number[] {
  const all = new Set([item, ...item.carries].flatMap((each) => each.rows))
  return [...all].sort((a, b) => a - b)
}
