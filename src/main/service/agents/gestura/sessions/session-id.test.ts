import { describe, expect, it } from 'vitest'
import { unfitId } from './session-id'

describe('unfitId', () => {
  it.each(['5b0c8a52-6f0e-4c0b-9d55-2f6c1f0f7a11', 'old-17', 'a.b', 'é'.repeat(64), 'x'.repeat(128)])(
    'takes %s',
    (id) => {
      expect(unfitId(id)).toBeNull()
    }
  )

  it.each([
    ['', 'it is empty'],
    ['a/b', 'it contains a path separator'],
    ['a\\b', 'it contains a path separator'],
    ['a..b', 'it contains two dots in a row'],
    ['..', 'it contains two dots in a row'],
    ['a\0b', 'it contains a NUL character'],
    ['x'.repeat(129), 'it is longer than 128 bytes'],
    ['é'.repeat(65), 'it is longer than 128 bytes']
  ])('A1 refuses %j', (id, reason) => {
    expect(unfitId(id)).toBe(reason)
  })
})
