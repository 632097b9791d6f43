import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alignTokens } from './align-tokens'
import type { Items } from './items'
import { longestIncreasing } from './longest-increasing'
import { pairItems } from './pair-items'
import { type Op, ops, scriptOf } from './script'
import { runAtOnce } from './slices'

interface Item {
  readonly native: string | null
  readonly time: number | null
  readonly kind: string
  readonly text: string
}

function itemsOf(list: readonly Item[]): Items {
  const of = (at: number) => list[at] as Item
  return {
    count: list.length,
    native: (at) => of(at).native,
    time: (at) => of(at).time ?? Number.NaN,
    kind: (at) => of(at).kind,
    content: (at) => `${of(at).kind} ${of(at).text}`,
    label: (at) => of(at).text
  }
}

function diff(a: readonly Item[], b: readonly Item[]) {
  const script = runAtOnce(scriptOf(runAtOnce(pairItems(itemsOf(a), itemsOf(b))), b.length))
  return [...script.op].map((op, index) => ({
    op: ops[op] as Op,
    a: script.a[index] as number,
    b: script.b[index] as number
  }))
}

/** What the rows make of `a`; content comes from `b` only where a row says that it is not that of `a`. */
function apply(rows: ReturnType<typeof diff>, a: readonly Item[], b: readonly Item[]): string[] {
  return rows.flatMap(({ op, a: at, b: other }) => {
    if (op === 'removed' || op === 'moved-from') return []
    if (op === 'same') return [(a[at] as Item).kind + (a[at] as Item).text]
    return [(b[other] as Item).kind + (b[other] as Item).text]
  })
}

const counted = (rows: ReturnType<typeof diff>) =>
  Object.fromEntries(ops.map((op) => [op, rows.filter((row) => row.op === op).length]))
const said = (text: string, more: Partial<Item> = {}): Item => ({
  native: null,
  time: null,
  kind: 'user',
  text,
  ...more
})

const item = fc.record<Item>({
  native: fc.option(fc.constantFrom('x', 'y', 'z', 'w', 'v', 'u'), { nil: null }),
  time: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }),
  kind: fc.constantFrom('user', 'tool'),
  text: fc.constantFrom('', 'a', 'b', 'c', 'a long text that begins alike, one', 'a long text that begins alike, two')
})
const lists = fc.array(item, { maxLength: 40 })

describe('pairItems', () => {
  it('gives a way from one side to the other: followed from a it ends at b', () => {
    fc.assert(
      fc.property(lists, lists, (a, b) => {
        const rows = diff(a, b)
        expect(apply(rows, a, b)).toEqual(b.map(({ kind, text }) => kind + text))
        expect(rows.flatMap(({ op, a: at }) => (op === 'added' || op === 'moved-to' ? [] : [at]))).toEqual(
          a.map((_, at) => at)
        )
      }),
      { numRuns: 500 }
    )
  })

  it('says of every side against itself that all is the same', () => {
    fc.assert(fc.property(lists, (a) => diff(a, a).every(({ op, a: at, b }) => op === 'same' && at === b)))
  })

  it('counts the same the other way round, with added and removed exchanged', () => {
    fc.assert(
      fc.property(lists, lists, (a, b) => {
        const { added, removed, ...rest } = counted(diff(a, b))
        const back = counted(diff(b, a))
        expect([back.removed, back.added]).toEqual([added, removed])
        expect(back).toMatchObject(rest)
      }),
      { numRuns: 500 }
    )
  })

  it('aligns by identity and not by position: what was put in before moves nothing', () => {
    const a = [said('one'), said('two'), said('three')]
    const b = [said('new'), ...a]
    expect(diff(a, b).map(({ op }) => op)).toEqual(['added', 'same', 'same', 'same'])
  })

  it('knows an item again by its own id where its content differs, and where it stands elsewhere', () => {
    const a = [said('call', { native: 'c1' }), said('between'), said('more'), said('end')]
    const b = [said('between'), said('more'), said('call, done', { native: 'c1' }), said('end')]
    const rows = diff(a, b)
    expect(rows.map(({ op }) => op)).toEqual(['moved-from', 'same', 'same', 'moved-to', 'same'])
    expect(runAtOnce(pairItems(itemsOf(a), itemsOf(b))).changed[0]).toBe(1)
  })

  it('knows it again by content where a fork has new ids, in order where several are equal', () => {
    const a = [said('go on', { native: 'u1' }), said('yes', { native: 'u2' }), said('go on', { native: 'u3' })]
    const b = a.map((each, at) => ({ ...each, native: `f${at}` }))
    expect(diff(a, b).every(({ op, a: at, b: other }) => op === 'same' && at === other)).toBe(true)
  })

  it('takes a left-over item of the same kind and time for one that was changed', () => {
    const a = [said('one'), said('draft', { time: 5 }), said('end')]
    const b = [said('one'), said('whole answer', { time: 5 }), said('end')]
    expect(diff(a, b).map(({ op }) => op)).toEqual(['same', 'changed', 'same'])
  })

  it('shows two different prompts as one that went and one that came, the one that went first', () => {
    const a = [said('one'), said('Keep the cache in memory'), said('end')]
    const b = [said('one'), said('Write it to the disk'), said('end')]
    expect(diff(a, b).map(({ op }) => op)).toEqual(['same', 'removed', 'added', 'same'])
  })
})

describe('alignTokens', () => {
  it('stays quick where nothing occurs once, and where everything is turned round', () => {
    const few = Int32Array.from({ length: 20_000 }, (_, at) => (at * 7919) % 13)
    const other = Int32Array.from({ length: 20_000 }, (_, at) => (at * 104_729) % 11)
    const rising = Int32Array.from({ length: 50_000 }, (_, at) => at)
    for (const [a, b] of [
      [few, other],
      [rising, rising.toReversed()]
    ] as const) {
      const partner = runAtOnce(alignTokens(a, b))
      const pairs = [...partner].filter((each) => each >= 0)
      expect(pairs.length).toBeGreaterThan(0)
      expect(pairs).toEqual([...pairs].sort((x, y) => x - y))
      expect([...partner].every((each, at) => each < 0 || a[at] === b[each])).toBe(true)
    }
  })
})

describe('longestIncreasing', () => {
  it('finds one, and leaves out what takes no part', () => {
    expect([...longestIncreasing(Int32Array.from([5, 1, -1, 2, 9, 3]))]).toEqual([1, 3, 5])
    expect([...longestIncreasing(new Int32Array())]).toEqual([])
  })
})
