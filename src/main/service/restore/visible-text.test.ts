import { describe, expect, it } from 'vitest'
import { mostBytes } from '../diff/text/text-of-bytes'
import { visibleText } from './visible-text'

describe('visibleText', () => {
  it('C1 shows few NUL bytes one by one, a block by its number, and bytes that are no UTF-8 as replacement characters', () => {
    const bytes = Buffer.concat([Buffer.from('a\0\0b'), Buffer.alloc(5000), Buffer.from([0x63, 0xff, 0x64, 0])])
    expect(visibleText(bytes)).toBe('a␀␀b␀[5000 NUL bytes]c\ufffdd␀')
  })

  it('makes of a long damage no more text than tells that it is long, and of a long block of NUL bytes its number', () => {
    const long = Buffer.alloc(100 * 1024 * 1024, 'x')
    for (const shown of [visibleText(long), visibleText(long.fill('x\0'))]) {
      expect(shown.length).toBeGreaterThan(mostBytes)
      expect(shown.length).toBeLessThan(4 * mostBytes)
    }
    const block = Buffer.alloc(100 * 1024 * 1024)
    expect(visibleText(Buffer.concat([block, Buffer.from('b')]))).toBe(`␀[${block.length} NUL bytes]b`)
  })
})
