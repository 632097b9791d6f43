import { describe, expect, it } from 'vitest'
import { blocksOf, indented } from './record-text'

describe('indented', () => {
  it('spells one record, or several, over lines', () => {
    expect(indented('{"a":1}')).toBe('{\n  "a": 1\n}')
    expect(indented('{"a":1}\n\n{"b":2}')).toBe('{\n  "a": 1\n}\n\n{\n  "b": 2\n}')
    expect(indented('{"a":1}\n{"b":2}')).toBe('{\n  "a": 1\n}\n\n{\n  "b": 2\n}')
  })

  it('leaves everything else alone', () => {
    expect(indented('{"torn":')).toBeNull()
    expect(indented('plain words')).toBeNull()
    expect(indented(JSON.stringify('x'.repeat(600_000)))).toBeNull()
  })
})

describe('blocksOf', () => {
  it('loses nothing, and cuts at lines where it can', () => {
    const lines = Array.from({ length: 3000 }, (_, at) => `line ${at}`).join('\n')
    const blocks = blocksOf(lines)
    expect(blocks.length).toBeGreaterThan(2)
    expect(blocks.join('\n')).toBe(lines)
    const one = 'x'.repeat(20_001)
    expect(blocksOf(one).join('')).toBe(one)
    expect(blocksOf('')).toEqual([])
  })
})
