import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ByteSource, bytesSource } from './byte-source'
import { endOfJson } from './end-of-json'

/** Gives at most a few bytes at a time, so that every state is met at the end of a chunk. */
function dribbling(text: string, most: number): ByteSource {
  const inner = bytesSource(Buffer.from(text))
  return { size: inner.size, read: (from, to) => inner.read(from, Math.min(to, from + most)) }
}

const structure = fc.jsonValue().filter((value) => typeof value === 'object' && value !== null)

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('endOfJson', () => {
  it('finds the end of what is whole, whatever follows and wherever chunks end', () => {
    fc.assert(
      fc.property(
        structure,
        fc.constantFrom('', '{"next":1}', ' x', ',', '}'),
        fc.integer({ min: 1, max: 9 }),
        (value, after, most) => {
          const text = JSON.stringify(value, null, most % 3)
          const bytes = Buffer.byteLength(text)
          const source = dribbling(text + after, most)
          expect(endOfJson(source, 0, source.size)).toBe(bytes)
          expect(endOfJson(source, 0, bytes - 1)).toBe(null)
        }
      )
    )
  })

  it('says of a changed text the same as a parser does', () => {
    const change = fc.tuple(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom('', ',', '"', '}', ']', ':', '1', '-', 'e', '{', '[', 'null', ' ', '\\')
    )
    fc.assert(
      fc.property(structure, change, fc.boolean(), (value, [where, put], replaces) => {
        const text = JSON.stringify(value)
        const at = Math.floor(where * text.length)
        const changed = text.slice(0, at) + put + text.slice(at + (replaces ? 1 : 0))
        const source = bytesSource(Buffer.from(changed))
        const end = endOfJson(source, 0, source.size)
        if (end === source.size) expect(parses(changed) || /\\/.test(changed)).toBe(true)
        else if (end === null && /^[[{]/.test(changed)) expect(parses(changed)).toBe(false)
        if (end !== null && !changed.includes('\\'))
          expect(parses(Buffer.from(changed).subarray(0, end).toString())).toBe(true)
      }),
      { numRuns: 2000 }
    )
  })

  it('holds no more brackets than any record has, however many stand in a damaged line', () => {
    const deep = (levels: number) => bytesSource(Buffer.from(`{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`))
    const sound = deep(100_000)
    expect(endOfJson(sound, 0, sound.size)).toBe(sound.size)
    const endless = deep(1_000_000)
    expect(endOfJson(endless, 0, endless.size)).toBe(null)
  })

  it('sees the members of the outermost object that are texts', () => {
    const text = '{"id":"a","n":1,"inner":{"id":"b"},"list":["c"],"parent":"d"}'
    const source = bytesSource(Buffer.from(text))
    const seen: string[] = []
    endOfJson(source, 0, source.size, (key, value) => seen.push(text.slice(...key), text.slice(...value)))
    expect(seen).toEqual(['"id"', '"a"', '"parent"', '"d"'])
  })
})
