import type { Checkpoint } from '@shared/domain/checkpoint'
import type { Entry } from '@shared/domain/transcript'
import { describe, expect, it } from 'vitest'
import { placeCheckpoints } from './checkpoint-places'

const entry = (id: string, at: number | null): Entry => ({ id, kind: 'assistant', at, text: '' })
const point = (at: number | null): Checkpoint => ({
  id: `p${at}`,
  label: null,
  at,
  origin: 'agent',
  holds: { kind: 'session checkpoint' },
  valid: true,
  restorable: true,
  findings: []
})
const entries = [entry('a', 10), entry('b', null), entry('c', 20), entry('d', 30)]
const places = (at: (number | null)[], more = { atStart: true, atEnd: true }) =>
  Object.fromEntries(
    [...placeCheckpoints(at.map(point), { entries, ...more })].map(([id, { above, below }]) => [
      id,
      [above.map((each) => each.at), below.map((each) => each.at)]
    ])
  )

describe('placeCheckpoints', () => {
  it('puts each between the entries before and after it, whatever their order', () => {
    expect(places([25, 5, 15, 12, 40])).toEqual({
      a: [[5], []],
      c: [[12, 15], []],
      d: [[25], [40]]
    })
  })
  it('puts one that was made with an entry below it', () => expect(places([20])).toEqual({ d: [[20], []] }))
  it('leaves out what has no time, and what lies outside of what is loaded', () => {
    expect(places([null])).toEqual({})
    expect(places([5, 15, 40], { atStart: false, atEnd: false })).toEqual({ c: [[15], []] })
  })
})
