import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesSource } from '../byte-source'
import type { Edit } from './edit'
import { editedSource } from './edited-source'

/** Edits in the order of a text, told by how much of it each leaves alone, takes out and puts in. */
const edits = fc.array(fc.record({ skip: fc.nat(6), out: fc.nat(5), put: fc.uint8Array({ maxLength: 5 }) }), {
  maxLength: 8
})

function placed(size: number, all: readonly { skip: number; out: number; put: Uint8Array }[]): Edit[] {
  let at = 0
  return all.flatMap(({ skip, out, put }) => {
    const from = at + skip
    at = from + out
    return at > size ? [] : [{ from, to: at, bytes: Buffer.from(put), kind: 'x' }]
  })
}

/** The same by plain means. */
function spliced(bytes: Buffer, all: readonly Edit[]): Buffer {
  return all
    .toReversed()
    .reduce((text, { from, to, bytes: put }) => Buffer.concat([text.subarray(0, from), put, text.subarray(to)]), bytes)
}

describe('editedSource', () => {
  it('reads any range as if the file had been edited, and knows where each of its bytes comes from', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), edits, fc.nat(60), fc.nat(60), (file, all, one, other) => {
        const bytes = Buffer.from(file)
        const source = editedSource(bytesSource(bytes), placed(bytes.length, all))
        const expected = spliced(bytes, placed(bytes.length, all))
        const [from, to] = one < other ? [one, other] : [other, one]
        expect(source.size).toBe(expected.length)
        expect(source.read(from, to)).toEqual(expected.subarray(from, to))
        for (let at = 0; at < source.size; at += 1) {
          const put = placed(bytes.length, all).some(
            (edit) => source.originOf(at) === edit.from && edit.bytes.length > 0
          )
          if (!put) expect(expected[at]).toBe(bytes[source.originOf(at)])
        }
      })
    )
  })

  it('leaves an edit that reaches into the one before for another round', () => {
    const overlapping = [
      { from: 1, to: 4, bytes: Buffer.from('-'), kind: 'x' },
      { from: 3, to: 5, bytes: Buffer.from('+'), kind: 'x' }
    ]
    const source = editedSource(bytesSource(Buffer.from('abcdef')), overlapping)
    expect(source.read(0, source.size).toString()).toBe('a-ef')
  })
})
