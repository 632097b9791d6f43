import { describe, expect, it } from 'vitest'
import { listMove } from './list-move'

const place = { at: 4, total: 10, page: 5, letters: true }

describe('listMove', () => {
  it('moves by a row, by a page, and to both ends, and stays inside', () => {
    const keys = ['ArrowDown', 'ArrowUp', 'j', 'k', 'PageDown', 'PageUp', 'Home', 'End']
    expect(keys.map((key) => listMove(key, place))).toEqual([5, 3, 5, 3, 9, 0, 0, 9])
  })
  it('leaves letters alone where they are switched off, and other keys always', () => {
    expect(listMove('j', { ...place, letters: false })).toBeNull()
    expect(listMove('x', place)).toBeNull()
  })
  it('does not move in an empty list', () => expect(listMove('End', { ...place, total: 0 })).toBeNull())
})
