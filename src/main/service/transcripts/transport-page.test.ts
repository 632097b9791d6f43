import type { Entry } from '@shared/domain/transcript'
import { describe, expect, it } from 'vitest'
import type { OpenedSession, PageRequest } from '../agents/adapter'
import { textEntry } from '../testing/jot-home'
import { jsonBytes, largestAnswer } from './answer-size'
import { transportPage } from './transport-page'

/** The page part of an opened session over entries in memory; counts what is asked. */
function session(entries: readonly Entry[]): { opened: OpenedSession; asked: PageRequest[] } {
  const asked: PageRequest[] = []
  const page = async (request: PageRequest) => {
    asked.push(request)
    const at = request.from === 'start' ? 0 : request.from === 'end' ? entries.length : Number(request.from)
    const forward = request.direction === 'forward'
    const first = forward ? at : Math.max(0, at - request.limit)
    const last = forward ? Math.min(entries.length, at + request.limit) : at
    return {
      entries: entries.slice(first, last),
      before: first > 0 ? String(first) : null,
      after: last < entries.length ? String(last) : null
    }
  }
  return { opened: { page } as OpenedSession, asked }
}

const numbered = (count: number, text: string) =>
  Array.from({ length: count }, (_, index) => textEntry(`e${index}`, text))

describe('transportPage', () => {
  it('gives a page of small entries as asked for', async () => {
    const { opened } = session(numbered(300, 'short'))
    const page = await transportPage(opened, { from: 'start', direction: 'forward', limit: 120 })
    expect(page.entries.map((entry) => entry.id)).toEqual(numbered(120, '').map((entry) => entry.id))
    expect([page.before, page.after]).toEqual([null, '120'])
  })

  it.each(['forward', 'backward'] as const)(
    'walks %s over entries of 60 kB in answers under 1 MB, without gap or repeat',
    async (direction) => {
      const entries = numbered(45, 'z'.repeat(60_000))
      const { opened } = session(entries)
      let seen: string[] = []
      let pages = 0
      for (let from: string | null = direction === 'forward' ? 'start' : 'end'; from !== null; ) {
        const page: Awaited<ReturnType<typeof transportPage>> = await transportPage(opened, {
          from,
          direction,
          limit: 100
        })
        expect(jsonBytes(page)).toBeLessThan(largestAnswer)
        const ids = page.entries.map((entry) => entry.id)
        seen = direction === 'forward' ? [...seen, ...ids] : [...ids, ...seen]
        from = direction === 'forward' ? page.after : page.before
        pages += 1
      }
      expect(seen).toEqual(entries.map((entry) => entry.id))
      expect(pages).toBe(4)
    }
  )

  it('cuts entries that are too long alone', async () => {
    const { opened } = session(numbered(20, 'y'.repeat(3_000_000)))
    const page = await transportPage(opened, { from: 'end', direction: 'backward', limit: 10 })
    expect(page.entries).toHaveLength(10)
    expect(page.entries[0]?.clipped).toEqual([{ field: 'text', bytes: 3_000_000 }])
    expect(jsonBytes(page)).toBeLessThan(largestAnswer)
  })

  it('reads long entries in small parts and stops when the page is full', async () => {
    const { opened, asked } = session(numbered(1000, 'y'.repeat(100_000)))
    await transportPage(opened, { from: 'start', direction: 'forward', limit: 500 })
    expect(Math.max(...asked.map((request) => request.limit))).toBeLessThanOrEqual(50)
    expect(asked.length).toBeLessThanOrEqual(2)
  })

  it('gives an empty page of an empty session', async () => {
    const { opened } = session([])
    expect(await transportPage(opened, { from: 'end', direction: 'backward', limit: 10 })).toEqual({
      entries: [],
      before: null,
      after: null
    })
  })
})
