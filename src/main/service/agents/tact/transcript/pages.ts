import type { Entry, EntryPage } from '@shared/domain/transcript'
import type { PageRequest } from '../../adapter'
import type { ReadDatabase } from '../../foreign-sqlite/read-database'
import { lastEvent } from '../database/rows'
import { type Cursor, formatCursor, parseCursor } from './cursor'
import type { ImageSource, Item } from './item'
import type { LineagePart } from './lineage'
import { PartReader } from './part-reader'

type StateImages = (prompt: string) => readonly ImageSource[]

interface PlacedItem {
  readonly part: number
  readonly item: Item
}

/** Pages over all parts of a lineage, as if their rows followed on one another. */
export function readPage(
  database: ReadDatabase,
  parts: readonly LineagePart[],
  request: PageRequest,
  stateImages: StateImages
): EntryPage {
  const cursor = startingPoint(parts, request.from)
  return request.direction === 'backward'
    ? pageBefore(database, parts, cursor, request.limit, stateImages)
    : pageFrom(database, parts, cursor, request.limit, stateImages)
}

function startingPoint(parts: readonly LineagePart[], from: string): Cursor {
  if (from === 'start') return { part: 0, eventId: 0 }
  if (from === 'end') return { part: parts.length - 1, eventId: lastEvent }
  return parseCursor(from, parts.length)
}

function pageBefore(
  database: ReadDatabase,
  parts: readonly LineagePart[],
  cursor: Cursor,
  limit: number,
  stateImages: StateImages
): EntryPage {
  let found: PlacedItem[] = []
  let more = cursor.part > 0
  for (let part = cursor.part; part >= 0 && found.length < limit; part -= 1) {
    const end = part === cursor.part ? cursor.eventId : lastEvent
    const reader = new PartReader(database, partAt(parts, part), stateImages)
    const page = reader.before(end, limit - found.length)
    found = [...page.items.map((item) => ({ part, item })), ...found]
    more = page.more || part > 0
  }
  const first = found[0]
  return {
    entries: toEntries(found, parts),
    before: more && first ? place(first) : null,
    after: cursor.part === parts.length - 1 && cursor.eventId === lastEvent ? null : formatCursor(cursor)
  }
}

function pageFrom(
  database: ReadDatabase,
  parts: readonly LineagePart[],
  cursor: Cursor,
  limit: number,
  stateImages: StateImages
): EntryPage {
  const found: PlacedItem[] = []
  let more = cursor.part < parts.length - 1
  for (let part = cursor.part; part < parts.length && found.length < limit; part += 1) {
    const start = part === cursor.part ? cursor.eventId : 0
    const page = new PartReader(database, partAt(parts, part), stateImages).from(start, limit - found.length)
    found.push(...page.items.map((item) => ({ part, item })))
    more = page.more || part < parts.length - 1
  }
  const last = found.at(-1)
  return {
    entries: toEntries(found, parts),
    before: cursor.part === 0 && cursor.eventId === 0 ? null : formatCursor(cursor),
    after: more && last ? formatCursor({ part: last.part, eventId: last.item.anchor + 1 }) : null
  }
}

export function toEntries(found: readonly PlacedItem[], parts: readonly LineagePart[]): Entry[] {
  return found.map(({ part, item }) => {
    if (partAt(parts, part).inherited) item.entry.inherited = true
    return item.entry
  })
}

function place({ part, item }: PlacedItem): string {
  return formatCursor({ part, eventId: item.anchor })
}

function partAt(parts: readonly LineagePart[], index: number): LineagePart {
  const part = parts[index]
  if (part === undefined) throw new RangeError(`lineage has no part ${index}`)
  return part
}
