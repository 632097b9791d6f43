import type { ReadDatabase } from '../../foreign-sqlite/read-database'
import { firstEventId, readRows, readSizes } from '../database/rows'
import { earlierRows } from './earlier-rows'
import type { ImageSource, Item } from './item'
import type { LineagePart } from './lineage'
import { findStart, type PartStart } from './part-start'
import { TranscriptProjector } from './projector'

/** Entries of one part of a lineage around a place, and whether there are more on the side that was read towards. */
export interface PartPage {
  readonly items: readonly Item[]
  readonly more: boolean
}

type StateImages = (prompt: string) => readonly ImageSource[]

const databaseSchema = 2
/** A page of a big session must not read much more than what it shows. */
const firstReach = { rowsPerEntry: 6, leastRows: 128, bytes: 600_000 }
const forwardBatch = { rows: 400, bytes: 1_000_000 }
const settleBatch = { rows: 60, bytes: 500_000 }
/** How far after a page results of its calls are looked for. */
const settleReach = 50_000

/** Reads pages of one part. Lives only as long as its connection. */
export class PartReader {
  private readonly database: ReadDatabase
  private readonly part: LineagePart
  private readonly stateImages: StateImages
  private readonly first: number | null

  constructor(database: ReadDatabase, part: LineagePart, stateImages: StateImages) {
    this.database = database
    this.part = part
    this.stateImages = stateImages
    this.first = firstEventId(database, part.session)
  }

  /** The last `limit` entries that stand before a row. */
  before(end: number, limit: number): PartPage {
    if (this.first === null) return { items: [], more: false }
    const through = Math.min(end - 1, this.part.shownThrough)
    let rows = Math.max(firstReach.leastRows, limit * firstReach.rowsPerEntry)
    let { bytes } = firstReach
    for (;;) {
      const lowest = this.reachBack(through, rows, bytes)
      if (lowest === null) return { items: [], more: false }
      const start = findStart(this.database, this.part.session, this.first, lowest)
      const lower = start.insideRun ? lowest : start.eventId
      const items = this.project(start, lower, through)
      const atStart = start.eventId <= this.first
      if (items.length >= limit || atStart) return cutBefore(items, limit, !atStart)
      rows *= 4
      bytes *= 4
    }
  }

  /** The first `limit` entries that stand at a row or after it. */
  from(eventId: number, limit: number): PartPage {
    if (this.first === null) return { items: [], more: false }
    const start = findStart(this.database, this.part.session, this.first, eventId)
    const projector = this.projector(start)
    const shown = () => inOrder(projector).filter((item) => item.anchor >= eventId && !item.hidden)
    for (let next: number | null = start.eventId; ; ) {
      if (next === null) {
        this.close(projector)
        return cutFrom(shown(), limit)
      }
      next = this.push(projector, next, forwardBatch)
      if (shown().length <= limit) continue
      next = this.settle(projector, next)
      if (next !== null && shown().length > limit) return cutFrom(shown(), limit)
    }
  }

  /** All entries that stand at one row, those left out included. */
  at(eventId: number): readonly Item[] {
    if (this.first === null || eventId > this.part.shownThrough) return []
    const start = findStart(this.database, this.part.session, this.first, eventId)
    return this.project(start, eventId, eventId, true)
  }

  /** Lowest row that is within so many rows and bytes before a place. */
  private reachBack(through: number, rows: number, bytes: number): number | null {
    const range = { session: this.part.session, from: this.first ?? 0, through }
    let lowest: number | null = null
    let sum = 0
    for (const size of readSizes(this.database, range, rows)) {
      lowest = size.eventId
      sum += size.bytes
      if (sum >= bytes) break
    }
    return lowest
  }

  private project(start: PartStart, lower: number, through: number, withHidden = false): readonly Item[] {
    const projector = this.projector(start)
    let next: number | null = start.eventId
    while (next !== null && next <= through) next = this.push(projector, next, forwardBatch, through)
    next = through < this.part.shownThrough ? this.settle(projector, through + 1) : null
    if (next === null) this.close(projector)
    return inOrder(projector).filter(
      (item) => item.anchor >= lower && item.anchor <= through && (withHidden || !item.hidden)
    )
  }

  private projector(start: PartStart): TranscriptProjector {
    const earlier = earlierRows(this.database, this.part.session, start.eventId, start.insideRun)
    return new TranscriptProjector({
      schema: databaseSchema,
      insideRun: start.insideRun,
      isCallEarlier: earlier.isCallEarlier,
      isShellEarlier: earlier.isShellEarlier,
      stateImages: this.stateImages
    })
  }

  /** Reads one batch; the answer is the row to go on with, null at the end of the part. */
  private push(
    projector: TranscriptProjector,
    from: number,
    limit: { rows: number; bytes: number },
    through = this.part.shownThrough
  ): number | null {
    const batch = readRows(this.database, { session: this.part.session, from, through }, limit)
    for (const row of batch.rows) projector.push(row)
    return batch.next ?? (through < this.part.shownThrough ? through + 1 : null)
  }

  /** Goes on until nothing that was started is still open. */
  private settle(projector: TranscriptProjector, from: number | null): number | null {
    let next = from
    let rows = 0
    while (next !== null && projector.hasOpen && rows < settleReach) {
      const range = { session: this.part.session, from: next, through: this.part.shownThrough }
      const batch = readRows(this.database, range, settleBatch)
      next = batch.next
      for (const row of batch.rows) {
        projector.push(row)
        rows += 1
        if (!projector.hasOpen) return row.eventId + 1
      }
    }
    return next
  }

  private close(projector: TranscriptProjector): void {
    if (this.part.inherited) projector.closeInherited()
    else projector.close()
  }
}

/** An error that is told only at the end still stands where it was recorded. */
function inOrder(projector: TranscriptProjector): Item[] {
  return [...projector.items].sort((a, b) => a.anchor - b.anchor)
}

/** Entries of one row stay on one page, since a cursor names a row. */
function cutBefore(items: readonly Item[], limit: number, moreBefore: boolean): PartPage {
  let first = Math.max(0, items.length - limit)
  while (first > 0 && items[first - 1]?.anchor === items[first]?.anchor) first -= 1
  return { items: items.slice(first), more: moreBefore || first > 0 }
}

function cutFrom(items: readonly Item[], limit: number): PartPage {
  let end = Math.min(items.length, limit)
  while (end > 0 && end < items.length && items[end]?.anchor === items[end - 1]?.anchor) end += 1
  return { items: items.slice(0, end), more: end < items.length }
}
