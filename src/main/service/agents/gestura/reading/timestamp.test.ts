import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalTimestamp, isTimestamp, millisecondsOf, newestFirst, parseTimestamp } from './timestamp'

describe('parseTimestamp', () => {
  it.each([
    ['2026-11-20T12:00:00+01:00', '2026-11-20T11:00:00.000Z'],
    ['2026-11-20 11:00:06.902117z', '2026-11-20T11:00:06.902Z'],
    ['2024-02-29T23:59:60Z', '2024-03-01T00:00:00.000Z'],
    ['0001-01-01T00:00:00-23:59', '0001-01-01T23:59:00.000Z'],
    ['1969-12-31T23:59:59.999999999Z', '1969-12-31T23:59:59.999Z']
  ])('reads %s', (text, iso) => {
    expect(new Date(parseTimestamp(text)?.ms ?? Number.NaN).toISOString()).toBe(iso)
  })

  it.each([
    '2026-11-20T11:00:00',
    '1763636400',
    '2026-13-01T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-11-20T24:00:00Z',
    ''
  ])('refuses %s', (text) => {
    expect(parseTimestamp(text)).toBeNull()
    expect(isTimestamp(text)).toBe(false)
    expect(millisecondsOf(text)).toBeNull()
  })

  it('agrees with the quick ways of asking', () => {
    const part = (low: number, high: number) =>
      fc.integer({ min: low, max: high }).map((value) => String(value).padStart(2, '0'))
    const time = fc
      .tuple(
        part(1990, 2100),
        part(0, 13),
        part(0, 32),
        part(0, 24),
        part(0, 61),
        part(0, 61),
        fc.nat(999_999_999),
        fc.constantFrom('Z', 'z', '+02:00')
      )
      .map(
        ([year, month, day, hour, minute, second, fraction, zone]) =>
          `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}${zone}`
      )
    fc.assert(
      fc.property(time, (text) => {
        expect(isTimestamp(text)).toBe(parseTimestamp(text) !== null)
        expect(millisecondsOf(text)).toBe(parseTimestamp(text)?.ms ?? null)
      }),
      { numRuns: 2000 }
    )
  })
})

describe('canonicalTimestamp', () => {
  it.each([
    ['2023-11-14T22:13:20.000Z', '2023-11-14T22:13:20Z'],
    ['2023-11-14T22:13:20.5Z', '2023-11-14T22:13:20.500Z'],
    ['2023-11-14T22:13:20.123456000Z', '2023-11-14T22:13:20.123456Z'],
    ['2023-11-14T22:13:20.1234567Z', '2023-11-14T22:13:20.123456700Z'],
    ['2023-11-15 00:13:20.005+02:00', '2023-11-14T22:13:20.005Z'],
    ['1969-12-31T23:59:59.5Z', '1969-12-31T23:59:59.500Z']
  ])('spells %s as gestura would: %s', (text, canonical) => {
    expect(canonicalTimestamp(text)).toBe(canonical)
  })
})

describe('newestFirst', () => {
  it('tells times apart that are one nanosecond apart, and puts what has none last', () => {
    const times = [null, '2026-11-11T16:00:30.123456788Z', 'no time', '2026-11-11T16:00:30.123456789Z']
    expect([...times].sort(newestFirst)).toEqual([
      '2026-11-11T16:00:30.123456789Z',
      '2026-11-11T16:00:30.123456788Z',
      null,
      'no time'
    ])
  })
})
