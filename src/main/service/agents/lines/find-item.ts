import type { ByteSource } from './byte-source'
import type { LineRecord } from './line-record'
import { anchorOfEntry, type LineItem, type Project } from './projection'
import { recordsFrom, wholeRecord } from './read-records'
import { LaterRecords } from './read-window'

export interface FoundItem {
  readonly item: LineItem
  /** The item's records as they are, however long. */
  values(): readonly unknown[]
}

/** The entry of an id, whole: what pages cut is read again. Null when there is none. */
export function findItem(source: ByteSource, id: string, project: Project): FoundItem | null {
  const anchor = anchorOfEntry(id)
  if (anchor === null || anchor >= source.size) return null
  const [first] = recordsFrom(source, anchor)
  if (first === undefined || first.from !== anchor) return null
  const item = itemOf(source, [whole(source, first)], id, project)
  if (item === null) return null
  const cut = item.records.some(({ shortened }) => shortened)
  const found = cut ? (itemOf(source, [whole(source, first)], id, wholeLater(source, project)) ?? item) : item
  return { item: found, values: () => found.records.map((place) => wholeRecord(source, place)) }
}

function itemOf(source: ByteSource, records: readonly LineRecord[], id: string, project: Project): LineItem | null {
  const [first] = records
  if (first === undefined) return null
  const { items } = new LaterRecords(source, first.to).settle(records, project, first.from)
  return items.find(({ entry }) => entry.id === id) ?? null
}

/** The same projection of records that are whole. Few of them are ever too long. */
function wholeLater(source: ByteSource, project: Project): Project {
  return (records, range) =>
    project(
      records.map((record) => whole(source, record)),
      range
    )
}

function whole(source: ByteSource, record: LineRecord): LineRecord {
  if (record.kind !== 'record' || !record.shortened) return record
  const { shortened: _cut, ...rest } = record
  return { ...rest, value: wholeRecord(source, record) }
}
