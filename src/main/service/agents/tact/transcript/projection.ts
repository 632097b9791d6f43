import type { EntryKind, NoticeKind } from '@shared/domain/transcript'
import type { TactRecord } from '../record'
import { type Item, type ItemParts, newItem } from './item'

/**
 * What the parts of a transcript reader share: the entries so far, in the order of their rows. One projection reads one
 * session's rows, or those of one ancestor.
 */
export class Projection {
  readonly items: Item[] = []

  add(record: Pick<TactRecord, 'eventId' | 'at'>, kind: EntryKind, parts: ItemParts = {}): Item {
    const item = newItem(record, kind, parts)
    this.items.push(item)
    return item
  }

  addNotice(record: Pick<TactRecord, 'eventId' | 'at'>, notice: NoticeKind, text: string): Item {
    const item = this.add(record, 'notice', { text })
    item.entry.notice = notice
    return item
  }
}
