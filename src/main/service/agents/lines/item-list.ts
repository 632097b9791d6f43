import type { Entry } from '@shared/domain/transcript'
import type { ReadRecord } from './line-record'
import { entryId, type LineItem, type RecordPlace } from './projection'

/** An item that later records may still add to. */
export interface OpenItem {
  readonly anchor: number
  readonly entry: Entry
  readonly records: RecordPlace[]
}

/** Items in the order of their records, numbered within each. */
export class ItemList {
  readonly items: OpenItem[] = []
  private count = 0
  private anchor = -1

  add(record: ReadRecord, entry: Omit<Entry, 'id'>): OpenItem {
    this.count = record.from === this.anchor ? this.count + 1 : 0
    this.anchor = record.from
    const id = entryId(record.from, this.count)
    const item = { anchor: record.from, entry: { id, ...entry }, records: [placeOf(record)] }
    this.items.push(item)
    return item
  }

  addWhole(item: LineItem): void {
    this.anchor = item.anchor
    this.count = 0
    this.items.push({ ...item, records: [...item.records] })
  }
}

export function placeOf({ from, to, shortened }: ReadRecord): RecordPlace {
  return shortened ? { from, to, shortened } : { from, to }
}
