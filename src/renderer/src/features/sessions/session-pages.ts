import type { SessionRef, SessionSummary } from '@shared/domain/session'
import type { SessionQuery } from '@shared/ipc/contract-sessions'
import { sameSession } from '../../state/session-key'
import { dayName, dayOf } from '../../words/calendar'

export const pageSize = 100

/** The part of a long list that is here. `total` is null before the first answer. */
export interface SessionPages {
  readonly total: number | null
  readonly pages: ReadonlyMap<number, readonly SessionSummary[]>
}

export const noPages: SessionPages = { total: null, pages: new Map() }

export function withPage(
  held: SessionPages,
  page: number,
  rows: readonly SessionSummary[],
  total: number
): SessionPages {
  return { total, pages: new Map(held.pages).set(page, rows) }
}

export function rowAt(held: SessionPages, index: number): SessionSummary | undefined {
  return held.pages.get(Math.floor(index / pageSize))?.[index % pageSize]
}

/** Position of a session among the rows that are here; null when it is not. */
export function indexOf(held: SessionPages, session: SessionRef | null): number | null {
  if (!session) return null
  for (const [page, rows] of held.pages) {
    const at = rows.findIndex((row) => sameSession(row, session))
    if (at >= 0) return page * pageSize + at
  }
  return null
}

/** Pages that cover a range of rows. */
export function pagesOf(first: number, last: number): number[] {
  const from = Math.floor(Math.max(0, first) / pageSize)
  const to = Math.floor(Math.max(0, last) / pageSize)
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

/** Time by which a row belongs to a day; undefined in orders that have no days. */
function timeOf(row: SessionSummary, sort: SessionQuery['sort']): number | null | undefined {
  if (sort === 'updated') return row.updatedAt
  if (sort === 'started') return row.startedAt
  return undefined
}

export interface DayHeading {
  readonly name: string
  /** null until all rows of the day are here. */
  readonly sessions: number | null
}

/** The heading above a row: only where its day is another one than that of the row before. */
export function headingAt(
  held: SessionPages,
  index: number,
  sort: SessionQuery['sort'],
  now: number
): DayHeading | null {
  const day = dayAt(held, index, sort)
  if (day === undefined || (index > 0 && dayAt(held, index - 1, sort) === day)) return null
  // Where the row before is not here yet, a heading would come and go.
  if (index > 0 && dayAt(held, index - 1, sort) === undefined) return null
  const name = day === 'gone' ? 'Gone' : day === null ? 'No time known' : dayName(day, now)
  return { name, sessions: rowsOfDay(held, index, sort, day) }
}

/** Sessions that are gone come last in every list and stand under one heading, whenever they were used. */
type Day = number | null | 'gone'

function dayAt(held: SessionPages, index: number, sort: SessionQuery['sort']): Day | undefined {
  const row = rowAt(held, index)
  if (row?.state === 'gone' && row.imported === undefined) return 'gone'
  const at = row && timeOf(row, sort)
  return at === undefined ? undefined : at === null ? null : dayOf(at)
}

function rowsOfDay(held: SessionPages, from: number, sort: SessionQuery['sort'], day: Day): number | null {
  let index = from
  while (index < (held.total ?? 0)) {
    const next = dayAt(held, index, sort)
    if (next === undefined) return null
    if (next !== day) break
    index++
  }
  return index - from
}
