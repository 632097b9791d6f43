import { describe, expect, it } from 'vitest'
import { whenToRead } from './when-to-read'

describe('whenToRead', () => {
  it('reads the first change after a rest at once', () => {
    expect(whenToRead({ now: 10_000, first: 10_000, lastRead: 0 })).toEqual({ wait: 40, soon: true })
    expect(whenToRead({ now: 10_000, first: 10_000, lastRead: 9_000 })).toEqual({ wait: 40, soon: true })
  })

  it('waits for a pause in a burst, but not for ever', () => {
    expect(whenToRead({ now: 10_000, first: 10_000, lastRead: 9_500 })).toEqual({ wait: 250, soon: false })
    expect(whenToRead({ now: 10_000, first: 9_900, lastRead: 0 })).toEqual({ wait: 250, soon: false })
    expect(whenToRead({ now: 10_000, first: 9_200, lastRead: 0 })).toEqual({ wait: 100, soon: false })
    expect(whenToRead({ now: 10_000, first: 5_000, lastRead: 0 })).toEqual({ wait: 0, soon: false })
  })
})
