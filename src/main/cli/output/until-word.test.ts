import { describe, expect, it } from 'vitest'
import { untilWord } from './until-word'

const hour = 3_600_000

describe('untilWord', () => {
  it('F4 counts whole days that are left, hours on the last day, and says when the time has come', () => {
    const words = [73 * hour, 72 * hour, 24 * hour, 23 * hour, 1, 0, -hour].map((left) => untilWord(1000 + left, 1000))
    expect(words).toEqual(['3 days', '3 days', '1 day', '23 hours', '1 hour', 'now', 'now'])
    expect(untilWord(undefined, 1000)).toBe('')
  })
})
