import type { Entry } from '@shared/domain/transcript'
import type { LineRecord } from './line-record'

/** One entry with the place that it stands at and the records that it is made of. */
export interface LineItem {
  /** `from` of the record that it stands at. Items of one record stay on one page. */
  readonly anchor: number
  /** Its id is `entryId(anchor, n)`. */
  readonly entry: Entry
  /** The records that it was made from, its own first. */
  readonly records: readonly RecordPlace[]
}

export interface RecordPlace {
  readonly from: number
  readonly to: number
  readonly shortened?: true
}

/** What a format makes of records that follow one another. */
export interface Projection {
  /** By anchor, rising. */
  readonly items: readonly LineItem[]
  /** Something that begins in these records is not ended in them, such as a call that has no result yet. */
  readonly open: boolean
  /** What the first items say depends on records before these; set only while there are such. */
  readonly needsEarlier?: boolean
  /** `from` of each record that is kept raw; every other one that was read is shown or absorbed. */
  readonly raw: readonly number[]
}

/** Where records that are projected lie in their file. */
export interface ProjectedRange {
  readonly from: number
  readonly to: number
  /** Size of the file when it was opened. */
  readonly size: number
}

/**
 * Turns records into items. A pure function: the same records give the same items with the same ids, whatever stands around them in the
 * call. What refers to a record before the range (a result whose call is not here) is absorbed, not shown.
 */
export type Project = (records: readonly LineRecord[], range: ProjectedRange) => Projection

/** Id of the n-th entry that stands at a record. */
export function entryId(anchor: number, n = 0): string {
  return n === 0 ? `${anchor}` : `${anchor}.${n}`
}

/** The record that an entry of this id stands at; null for a text that is no such id. */
export function anchorOfEntry(id: string): number | null {
  const match = /^(\d{1,16})(?:\.\d{1,9})?$/.exec(id)
  const anchor = match ? Number(match[1]) : Number.NaN
  return Number.isSafeInteger(anchor) ? anchor : null
}
