import type { SessionSummary } from '@shared/domain/session'
import { describe, expect, it } from 'vitest'
import { headingAt, indexOf, noPages, pageSize, pagesOf, rowAt, withPage } from './session-pages'

const now = new Date(2026, 10, 26, 15).getTime()
const hour = 3_600_000
const row = (n: number, updatedAt: number | null): SessionSummary => ({
  source: 's',
  agent: 'gestura',
  id: `id-${n}`,
  title: `Title ${n}`,
  workspace: null,
  startedAt: null,
  updatedAt,
  entries: 1,
  checkpoints: 0,
  resumable: null,
  findings: 0,
  state: 'ok'
})
/** Row n was active n hours ago. */
const rows = (from: number, length: number) => Array.from({ length }, (_, i) => row(from + i, now - (from + i) * hour))

describe('session pages', () => {
  it('find a row and a session by position, and say nothing of pages that are not here', () => {
    const held = withPage(noPages, 1, rows(pageSize, pageSize), 250)
    expect(rowAt(held, 0)).toBeUndefined()
    expect(rowAt(held, 100)?.id).toBe('id-100')
    expect(indexOf(held, { source: 's', id: 'id-123' })).toBe(123)
    expect(indexOf(held, { source: 'other', id: 'id-123' })).toBeNull()
  })
  it('cover a range of rows', () => expect(pagesOf(-6, 205)).toEqual([0, 1, 2]))
})

describe('headingAt', () => {
  const held = withPage(noPages, 0, rows(0, 30), 30)
  it('stands above the first row of each day and counts its rows', () => {
    expect(headingAt(held, 0, 'updated', now)).toEqual({ name: 'Today', sessions: 16 })
    expect(headingAt(held, 1, 'updated', now)).toBeNull()
    expect(headingAt(held, 16, 'updated', now)).toEqual({ name: 'Yesterday', sessions: 14 })
  })
  it('does not count a day whose end is not here', () => {
    const first = withPage(noPages, 0, rows(0, 10), 30)
    expect(headingAt(first, 0, 'updated', now)).toEqual({ name: 'Today', sessions: null })
  })
  it('has no days in an order by title', () => expect(headingAt(held, 0, 'title', now)).toBeNull())
  it('names the group without a time', () => {
    const timeless = withPage(noPages, 0, [row(1, null), row(2, null)], 2)
    expect(headingAt(timeless, 0, 'updated', now)).toEqual({ name: 'No time known', sessions: 2 })
  })
})
