import { describe, expect, it } from 'vitest'
import { usageWords } from './usage'

describe('usageWords', () => {
  it('says what went in and out, what came from a cache, and for how many replies', () => {
    const usage = { input: 9300, output: 370, cached: 5600, replies: 7 }
    expect(usageWords(usage)).toBe('9,300 tokens in, 370 out, 5,600 cached, 7 replies')
    expect(usageWords({ input: 1, output: 0, cached: 0, replies: 1 })).toBe('1 tokens in, 0 out, 0 cached, 1 reply')
  })
})
