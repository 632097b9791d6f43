import { describe, expect, it } from 'vitest'
import { isUuid7 } from '../sessions/resumability'
import { uuid7 } from './uuid7'

describe('uuid7', () => {
  it('begins with its time, is of version 7, and differs with what it is made for', () => {
    const at = 1_795_965_178_000
    const ids = Array.from({ length: 500 }, (_, index) => uuid7(at, ['parent', String(index)]))
    expect(new Set(ids).size).toBe(500)
    for (const id of ids) {
      expect(isUuid7(id)).toBe(true)
      expect(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toBe(at)
    }
    expect(uuid7(at, ['parent', '7'])).toBe(ids[7])
  })
})
