import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseRemovals, type StoredCopy } from './retention'

const day = 86_400_000

function copyOf(id: string, more: Partial<StoredCopy> = {}): StoredCopy {
  const session = { source: 's', id: 'x' }
  return { id, kind: 'safety', session, title: 'T', label: null, madeAt: 0, blobs: [id], kept: null, ...more }
}

const chosen = (copies: StoredCopy[], sizes: Record<string, number>, maxDays: number, maxBytes: number, now: number) =>
  chooseRemovals(copies, new Map(Object.entries(sizes)), { maxDays, maxBytes }, now).map(
    ({ copy, because }) => `${copy.id} ${because}`
  )

describe('chooseRemovals', () => {
  it('A17 lets those go that are past their days, and no other while there is room', () => {
    const copies = [copyOf('a', { madeAt: 0 }), copyOf('b', { madeAt: 9 * day }), copyOf('c', { madeAt: 40 * day })]
    expect(chosen(copies, { a: 1, b: 1, c: 1 }, 30, 100, 40 * day)).toEqual(['a age', 'b age'])
  })

  it('A17 makes room from the oldest on, and counts shared content once', () => {
    const copies = [
      copyOf('a', { madeAt: 1, blobs: ['x', 'y'] }),
      copyOf('b', { madeAt: 2, blobs: ['y'] }),
      copyOf('c', { madeAt: 3, blobs: ['z'] })
    ]
    const sizes = { x: 10, y: 10, z: 10 }
    expect(chosen(copies, sizes, 30, 30, day)).toEqual([])
    expect(chosen(copies, sizes, 30, 20, day)).toEqual(['a size'])
    // Only when the second one goes as well is the shared content free.
    expect(chosen(copies, sizes, 30, 19, day)).toEqual(['a size', 'b size'])
  })

  it('A18 never chooses a copy that says why it stays, nor one that holds nothing', () => {
    const copies = [copyOf('a', { kept: 'It has a label.' }), copyOf('b', { blobs: [] }), copyOf('c')]
    expect(chosen(copies, { a: 9, c: 9 }, 1, 0, 99 * day)).toEqual(['c age'])
  })

  it('leaves as little as the limits ask for and removes no more than it takes, for any vault', () => {
    const copies = fc.array(
      fc.record({
        madeAt: fc.nat(60).map((days) => days * day),
        blobs: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e')),
        kept: fc.option(fc.constant('why'))
      })
    )
    fc.assert(
      fc.property(copies, fc.nat(60), (made, maxBytes) => {
        const all = made.map((each, index) => copyOf(`op-${index}`, each))
        const sizes = new Map(['a', 'b', 'c', 'd', 'e'].map((each) => [each, 10]))
        const removals = chooseRemovals(all, sizes, { maxDays: 30, maxBytes }, 60 * day)
        const going = new Set(removals.map(({ copy }) => copy.id))
        expect(all.filter((copy) => copy.kept !== null && going.has(copy.id))).toEqual([])
        const left = all.filter((copy) => !going.has(copy.id))
        expect(left.filter((each) => each.kept === null && each.blobs.length > 0 && each.madeAt < 30 * day)).toEqual([])
        const used = new Set(left.flatMap((copy) => copy.blobs))
        const unused = all.flatMap((copy) => copy.blobs).filter((each) => !used.has(each))
        const total = 50 - new Set(unused).size * 10
        const couldGo = left.some((copy) => copy.kept === null && copy.blobs.length > 0)
        expect(total <= maxBytes || !couldGo).toBe(true)
      })
    )
  })
})
