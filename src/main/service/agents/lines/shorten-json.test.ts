import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesSource } from './byte-source'
import { shortenJson } from './shorten-json'

const shorten = (value: unknown) => {
  const bytes = Buffer.from(JSON.stringify(value))
  const short = shortenJson(bytesSource(bytes), 0, bytes.length)
  return short === null ? null : (JSON.parse(short.toString('utf8')) as unknown)
}

describe('shortenJson', () => {
  it('leaves what is short as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(shorten(value)).toEqual(JSON.parse(JSON.stringify(value)))
      })
    )
  })

  it('cuts long texts between characters and escapes, wherever chunks end, and keeps all else', () => {
    const bit = fc.constantFrom('a', 'é', '👋🏽', '"', '\\', '\n', '\u0001', '\ud800', ' text ')
    const long = fc.tuple(bit, bit, bit, fc.integer({ min: 0, max: 7 })).map(([one, two, three, shift]) => {
      return `${'.'.repeat(shift)}${one.repeat(90_000)}${two.repeat(120_000)}${three.repeat(50_000)}`
    })
    fc.assert(
      fc.property(long, long, (first, second) => {
        const short = shorten({ first, nested: [second, { after: '"end\\' }], last: 1 }) as {
          first: string
          nested: [string, unknown]
        }
        expect(first.startsWith(short.first.replace(/[\ud800-\udbff]$/, ''))).toBe(true)
        expect(second.startsWith(short.nested[0].replace(/[\ud800-\udbff]$/, ''))).toBe(true)
        expect(Buffer.byteLength(short.first)).toBeLessThan(500_000)
        expect({ ...short, first: 0, nested: [0, short.nested[1]] }).toEqual({
          first: 0,
          nested: [0, { after: '"end\\' }],
          last: 1
        })
      }),
      { numRuns: 20, seed: 20261129 }
    )
  })

  it('gives nothing for a text that is not ended', () => {
    const bytes = Buffer.from('{"a":"b')
    expect(shortenJson(bytesSource(bytes), 0, bytes.length)).toBeNull()
  })
})
