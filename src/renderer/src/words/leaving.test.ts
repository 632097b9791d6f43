import { describe, expect, it } from 'vitest'
import { leavesShort, leavesWords } from './leaving'

const hour = 3_600_000

describe('leavesWords', () => {
  it('F4 says how many days are left, hours on the last day, and that the time has come', () => {
    const words = [75 * hour, 24 * hour, 2 * hour, 1, 0].map((left) => leavesWords(5 + left, 5))
    expect(words).toEqual([
      'leaves in 3 days',
      'leaves in 1 day',
      'leaves in 2 hours',
      'leaves in 1 hour',
      "leaves at the agent's next start"
    ])
  })
})

describe('leavesShort', () => {
  it('F4 says the same in a sign', () => {
    expect([75 * hour, 2 * hour, -1].map((left) => leavesShort(5 + left, 5))).toEqual(['3d', '2h', 'now'])
  })
})
