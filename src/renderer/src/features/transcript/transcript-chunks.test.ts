import type { Entry, EntryPage } from '@shared/domain/transcript'
import { describe, expect, it } from 'vitest'
import { append, continues, cursorNear, endOf, entriesOf, keptEntries, prepend, startOf } from './transcript-chunks'

const entry = (n: number): Entry => ({ id: `e${n}`, kind: 'assistant', at: n, text: `text ${n}` })
const page = (from: number, to: number, before: string | null, after: string | null): EntryPage => ({
  entries: Array.from({ length: to - from }, (_, i) => entry(from + i)),
  before,
  after
})

describe('chunks of a transcript', () => {
  const middle = [page(60, 120, 'c60', 'c120')]

  it('grow on both sides, and know where each side goes on', () => {
    const grown = append(prepend(middle, page(0, 60, null, 'c60')), page(120, 130, 'c120', null))
    expect(entriesOf(grown).map((e) => e.at)).toEqual(Array.from({ length: 130 }, (_, i) => i))
    expect([startOf(grown), endOf(grown)]).toEqual([null, null])
  })

  it('take an empty page as the end of that side', () => {
    expect(startOf(prepend(middle, page(0, 0, null, null)))).toBeNull()
    expect(endOf(append(middle, page(0, 0, null, null)))).toBeNull()
  })

  it('let the far side go when it is too much, and can load it again', () => {
    let chunks = middle
    for (let at = 120; at < 120 + keptEntries + 120; at += 60) {
      chunks = [...append(chunks, page(at, at + 60, `c${at}`, `c${at + 60}`))]
    }
    expect(entriesOf(chunks).length).toBeLessThanOrEqual(keptEntries)
    expect(startOf(chunks)).toBe(`c${entriesOf(chunks)[0]?.at}`)
  })
})

describe('cursorNear', () => {
  const chunks = [page(0, 60, null, 'c60'), page(60, 120, 'c60', null)]
  it('is the cursor of the chunk that holds the entry', () => {
    expect(cursorNear(chunks, 'e10', new Map())).toBe('start')
    expect(cursorNear(chunks, 'e70', new Map())).toBe('c60')
  })
  it('is that of the last prompt before it where that is closer', () => {
    const prompts = new Map([
      ['e65', 'p65'],
      ['e90', 'p90']
    ])
    expect(cursorNear(chunks, 'e70', prompts)).toBe('p65')
    expect(cursorNear(chunks, 'e62', prompts)).toBe('c60')
  })
})

describe('continues', () => {
  it('tells an appended page from a rewritten one', () => {
    const held = page(0, 5, null, null)
    expect(continues(held, page(0, 8, null, null))).toBe(true)
    expect(continues(held, page(0, 3, null, null))).toBe(false)
    expect(continues(held, page(1, 8, null, null))).toBe(false)
  })
})
