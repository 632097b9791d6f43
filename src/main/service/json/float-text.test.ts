import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { doubleText, singleText } from './float-text'

describe('doubleText', () => {
  it.each([
    [1, '1.0'],
    [-0, '-0.0'],
    [0.1, '0.1'],
    [1e15, '1000000000000000.0'],
    [1e16, '1e16'],
    [1.5e300, '1.5e300'],
    [1e-5, '0.00001'],
    [1.25e-7, '1.25e-7'],
    [-12.5, '-12.5']
  ])('spells %d as %s', (value, text) => {
    expect(doubleText(value)).toBe(text)
  })

  it('reads back as the same number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Number(doubleText(value))).toBe(value)
      })
    )
  })
})

describe('singleText', () => {
  it('narrows what a detour over a double widened', () => {
    expect(singleText(0.7599999904632568)).toBe('0.76')
    expect(singleText(1)).toBe('1.0')
    expect(singleText(0)).toBe('0.0')
  })

  it('reads back as the same 32-bit float', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Math.fround(Number(singleText(value)))).toBe(value)
      })
    )
  })
})
