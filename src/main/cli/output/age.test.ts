import { describe, expect, it } from 'vitest'
import { age } from './age'

describe('age', () => {
  const now = 1_800_000_000_000
  it.each([
    [0, 'now'],
    [59_999, 'now'],
    [60_000, '1m'],
    [3_599_999, '59m'],
    [3_600_000, '1h'],
    [86_399_999, '23h'],
    [86_400_000, '1d'],
    [40 * 86_400_000, '40d'],
    [-5000, 'now'],
    [-90_000, '2027-01-15'],
    [-400 * 86_400_000, '2028-02-19']
  ])('tact-34 says %i ms ago as %s', (before, words) => {
    expect(age(now - before, now)).toBe(words)
  })

  it('has no age for no time', () => {
    expect(age(null, now)).toBe('-')
  })
})
