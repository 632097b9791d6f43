import { describe, expect, it } from 'vitest'
import { median, type Row, reached } from './measure.ts'
import { markdownTable } from './table.ts'

const row: Row = { name: 'a', measured: 30, floor: 20, floorName: 'f', goal: 1.2, unit: 'ms', note: '' }

describe('median', () => {
  it('takes the middle one, or the mean of the two in the middle', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([4, 1, 9, 2])).toBe(3)
  })
})

describe('reached', () => {
  it('compares the ratio with the goal, and a count without a floor with the goal itself', () => {
    expect(reached(row)).toBe(false)
    expect(reached({ ...row, goal: 1.5 })).toBe(true)
    expect(reached({ ...row, goal: null })).toBeNull()
    expect(reached({ ...row, floor: 0, measured: 0, goal: 0 })).toBe(true)
    expect(reached({ ...row, floor: 0, measured: 1, goal: 0 })).toBe(false)
  })
})

describe('markdownTable', () => {
  it('says plainly what is not reached', () => {
    expect(markdownTable([row])).toContain('| a | 30.0 ms | 20.0 ms (f) | 1.50x | 1.2x | **no** |  |')
  })
})
