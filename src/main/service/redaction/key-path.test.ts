import { describe, expect, it } from 'vitest'
import { appendStep, compilePattern, fitsPattern } from './key-path'

describe('fitsPattern', () => {
  it.each([
    ['a.b', ['a', 'b'], true],
    ['a.b', ['a', 'b', 'c'], false],
    ['a.*', ['a', 0], true],
    ['a.*', ['a'], false],
    ['**', [], true],
    ['a.**', ['a'], true],
    ['a.**', ['a', 'b', 3, 'c'], true],
    ['**.c', ['a', 'b', 'c'], true],
    ['**.c', ['c'], true],
    ['**.env.*', ['x', 0, 'env', 'env', 'KEY'], true],
    ['a.**.d', ['a', 'b', 'c'], false],
    ['a', ['a.b'], false]
  ] as const)('%s against %j is %s', (pattern, path, expected) => {
    expect(fitsPattern(path, compilePattern(pattern))).toBe(expected)
  })

  it('does not blow up on many wild parts', () => {
    const pattern = compilePattern(Array.from({ length: 40 }, () => '**.a').join('.'))
    expect(fitsPattern([...Array.from({ length: 60 }, () => 'a'), 'b'], pattern)).toBe(false)
  })
})

describe('appendStep', () => {
  it('joins keys with dots, indexes in brackets, and quotes odd keys', () => {
    expect(appendStep(appendStep(appendStep('', 'a'), 0), 'X-Key')).toBe('a[0].X-Key')
    expect(appendStep('a', 'b.c "d"')).toBe('a."b.c \\"d\\""')
    expect(appendStep('a', '')).toBe('a.""')
  })
})
