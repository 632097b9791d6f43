import { expect, it } from 'vitest'
import { bytesWords } from './bytes-words'

it('a place without a length, as between glued records, is a point', () => {
  expect(bytesWords(9897, 9897)).toBe('at byte 9897')
  expect(bytesWords(10, 20)).toBe('bytes 10 to 20')
})
