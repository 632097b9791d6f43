import type { Entry, EntryKind, NoticeKind } from '@shared/domain/transcript'
import { describeDataUrl } from '../../json-fields/data-url-image'
import type { ReadRecord, UnreadableBytes } from '../../lines/line-record'
import { entryId, type LineItem, type RecordPlace } from '../../lines/projection'
import { imageUrls } from '../records/images'

/** An entry while it is put together; a `LineItem` as soon as it is handed out. */
export interface Draft extends LineItem {
  readonly records: RecordPlace[]
}

export function placeOf({ from, to, shortened }: ReadRecord): RecordPlace {
  return shortened ? { from, to, shortened } : { from, to }
}

export function newDraft(record: ReadRecord, at: number | null, kind: EntryKind, text: string): Draft {
  const entry: Entry = { id: entryId(record.from), kind, at, text }
  return { anchor: record.from, entry, records: [placeOf(record)] }
}

export function newNotice(record: ReadRecord, at: number | null, notice: NoticeKind, text: string): Draft {
  const draft = newDraft(record, at, 'notice', text)
  draft.entry.notice = notice
  return draft
}

/** The divider for a compaction whose record is too long to be read. */
export function longCompaction({ from, to }: UnreadableBytes): LineItem {
  const text = `The conversation was compacted. The record of it has ${Math.round((to - from) / 1e6)} MB and is not read.`
  return {
    anchor: from,
    entry: { id: entryId(from), kind: 'notice', notice: 'compaction', at: null, text },
    records: [{ from, to }]
  }
}

/** Adds a record to an entry, with the images in it. */
export function join(draft: Draft, record: ReadRecord): void {
  draft.records.push(placeOf(record))
  addImages(draft, record.value)
}

export function addImages({ entry }: Draft, value: unknown): void {
  const urls = imageUrls(value)
  if (urls.length > 0) entry.images = [...(entry.images ?? []), ...urls.map(describeDataUrl)]
}
