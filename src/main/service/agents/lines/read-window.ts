import type { ByteSource } from './byte-source'
import type { LineRecord } from './line-record'
import type { LineItem, Project, Projection } from './projection'
import { recordsBefore, recordsFrom } from './read-records'

/** Bytes that a page looks at first, within what is read at a time; what is not enough is widened. */
const firstBytes = 192 * 1024
/** Bytes after a page in which results of its calls are looked for. */
const settleBytes = 16 * 1024 * 1024
const settleStep = 64 * 1024

export interface WindowItems {
  readonly items: readonly LineItem[]
  /** Whether there is more on the far side. */
  readonly more: boolean
}

/** The last `limit` items that stand before an offset, or a few more where one record has several. */
export function itemsBefore(source: ByteSource, before: number, limit: number, project: Project): WindowItems {
  const earlier = recordsBefore(source, before)
  const records: LineRecord[] = []
  const later = new LaterRecords(source, before)
  for (let bytes = firstBytes; ; bytes *= 4) {
    const atStart = takeBack(earlier, records, before - bytes)
    const settled = later.settle(records.toReversed(), project, before)
    const items = settled.items.filter(({ anchor }) => anchor < before)
    if (atStart || (items.length >= limit && !settled.needsEarlier)) return cutStart(items, limit, !atStart)
  }
}

/** The first `limit` items that stand at an offset or after it. */
export function itemsFrom(source: ByteSource, from: number, limit: number, project: Project): WindowItems {
  const later = recordsFrom(source, from)
  const records: LineRecord[] = []
  for (let bytes = firstBytes; ; bytes *= 2) {
    const atEnd = takeForward(later, records, from + bytes)
    const to = records.at(-1)?.to ?? from
    const { items } = new LaterRecords(source, to).settle(records, project, from)
    const here = items.filter(({ anchor }) => anchor >= from && anchor < Math.max(to, from + 1))
    if (atEnd || here.length > limit) return cutEnd(here, limit, !atEnd)
  }
}

/** Records that follow a window, read only as far as something of the window is still open. */
export class LaterRecords {
  private readonly source: ByteSource
  private readonly from: number
  private readonly records: LineRecord[] = []
  private readonly reader: Generator<LineRecord>
  private ended: boolean

  constructor(source: ByteSource, from: number) {
    this.source = source
    this.from = from
    this.reader = recordsFrom(source, from)
    this.ended = from >= source.size
  }

  /** Projects a window together with as many records after it as its open calls need. */
  settle(window: readonly LineRecord[], project: Project, from: number): Projection {
    for (let step = settleStep; ; step *= 4) {
      const records = [...window, ...this.records]
      const range = { from: records[0]?.from ?? from, to: records.at(-1)?.to ?? from, size: this.source.size }
      const projection = project(records, range)
      if (!projection.open || this.ended || step > settleBytes) return projection
      this.ended = takeForward(this.reader, this.records, this.from + step)
    }
  }
}

/** Takes records up to the first that ends behind an offset; whether there are no more. */
function takeForward(reader: Generator<LineRecord>, records: LineRecord[], until: number): boolean {
  for (;;) {
    const next = reader.next()
    if (next.done) return true
    records.push(next.value)
    if (next.value.to >= until) return false
  }
}

/** Takes records backwards down to the first that begins before an offset; whether there are no more. */
function takeBack(reader: Generator<LineRecord>, records: LineRecord[], until: number): boolean {
  for (;;) {
    const next = reader.next()
    if (next.done) return true
    records.push(next.value)
    if (next.value.from <= until) return next.value.from === 0
  }
}

function cutStart(items: readonly LineItem[], limit: number, more: boolean): WindowItems {
  let first = Math.max(0, items.length - limit)
  while (first > 0 && items[first - 1]?.anchor === items[first]?.anchor) first -= 1
  return { items: items.slice(first), more: more || first > 0 }
}

function cutEnd(items: readonly LineItem[], limit: number, more: boolean): WindowItems {
  let end = Math.min(items.length, limit)
  while (end > 0 && end < items.length && items[end]?.anchor === items[end - 1]?.anchor) end += 1
  return { items: items.slice(0, end), more: more || end < items.length }
}
