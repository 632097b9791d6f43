import { describe, expect, it } from 'vitest'
import { byteSize } from './byte-size'

describe('a size for people', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [999_949, '999.9 kB'],
    [999_950, '1 MB'],
    [42_849, '42.8 kB'],
    [10_737_418_240, '10.7 GB'],
    [5e16, '50,000 TB']
  ])('says %i bytes as %s', (bytes, words) => {
    expect(byteSize(bytes)).toBe(words)
  })
})
