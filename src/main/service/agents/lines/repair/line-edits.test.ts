import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { damage, likelyJson } from '../../conformance/arbitrary-damage'
import { bytesSource } from '../byte-source'
import { recordsFrom } from '../read-records'
import { applyEdits } from './edited-source'
import { lineEdits } from './line-edits'

const bytesOf = (text: string | Buffer) => (typeof text === 'string' ? Buffer.from(text) : text)
const kindsIn = (text: string | Buffer) => lineEdits(bytesSource(bytesOf(text))).map(({ kind }) => kind)

/** Mended until nothing is left to do. */
function mended(text: string | Buffer): Buffer {
  let bytes = bytesOf(text)
  for (let round = 0; round < 5; round += 1) {
    const source = bytesSource(bytes)
    const edits = lineEdits(source)
    if (edits.length === 0) return bytes
    bytes = applyEdits(source, edits)
  }
  throw new Error('damage comes to light again and again')
}
const mendedText = (text: string | Buffer) => mended(text).toString('utf8')

describe('lineEdits', () => {
  it('C1 takes out a NUL block, and parts what it stood between', () => {
    const text = Buffer.concat([Buffer.from('{"a":1}'), Buffer.alloc(20), Buffer.from('{"b":2}\n{"c":3}\n')])
    expect(mendedText(text)).toBe('{"a":1}\n{"b":2}\n{"c":3}\n')
    const line = Buffer.concat([Buffer.from('{"a":1}\n'), Buffer.alloc(8), Buffer.from('\n{"c":3}\n')])
    expect(mendedText(line)).toBe('{"a":1}\n{"c":3}\n')
  })

  it('C2 takes out a bad line with its line feed', () => {
    expect(mendedText('{"a":1}\n{bad}\n{"b":2}\n')).toBe('{"a":1}\n{"b":2}\n')
  })

  it('C3 gives glued records a line each, and takes out the half of a record before a whole one', () => {
    expect(mendedText('{"a":1}{"b":2}\n')).toBe('{"a":1}\n{"b":2}\n')
    expect(mendedText('{"a":{"x":1},"t":"half{"b":{"c":3}}\n{"d":4}\n')).toBe('{"b":{"c":3}}\n{"d":4}\n')
  })

  it('C4 escapes a bare line feed within a text, and other control characters', () => {
    expect(mendedText('{"a":"x\ny"}\n{"b":2}\n')).toBe('{"a":"x\\ny"}\n{"b":2}\n')
    expect(mendedText('{"a":"x\ty"}\n')).toBe('{"a":"x\\ty"}\n')
  })

  it('C5 puts a replacement character for half of a surrogate pair, and leaves whole pairs and escaped backslashes', () => {
    const kept = '{"a":"\\ud83d\\ude00","b":"\\\\ud800"}\n'
    expect(kindsIn(kept)).toEqual([])
    expect(mendedText('{"a":"\\ud800x","b":"\\udc00\\ud83d\\ude00"}\n')).toBe(
      '{"a":"\\ufffdx","b":"\\ufffd\\ud83d\\ude00"}\n'
    )
    expect(mendedText(Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d, 0x0a]))).toBe(
      '{"a":"\ufffd"}\n'
    )
  })

  it('takes out a torn last line, ends one that is whole, and drops a byte order mark', () => {
    expect(mendedText('{"a":1}\n{"b":')).toBe('{"a":1}\n')
    expect(mendedText('{"a":1}\n{"b":2}')).toBe('{"a":1}\n{"b":2}\n')
    expect(mendedText('{"a":1}{"b":')).toBe('{"a":1}\n')
    expect(mendedText('\ufeff{"a":1}\n')).toBe('{"a":1}\n')
  })

  it('leaves sound lines as they are, also with CR, spaces and blank lines', () => {
    const sound = '{"a": 1.0, "t":"\\u2028"}\r\n\n  {"b":2}\n'
    expect(kindsIn(sound)).toEqual([])
    const around = `${sound}{bad}\n${sound}`
    expect(mendedText(around)).toBe(sound + sound)
  })

  it('C1 C2 C3 C4 C5 of any damage leaves exactly the records that were read, each on a line that a strict parser takes', () => {
    const file = fc.array(likelyJson(), { maxLength: 8 }).map((texts) => texts.map((text) => `${text}\n`).join(''))
    fc.assert(
      fc.property(file, fc.array(damage(), { minLength: 1, maxLength: 4 }), (text, damages) => {
        const broken = damages.reduce<Buffer>((bytes, harm) => harm(bytes), Buffer.from(text))
        const read = [...recordsFrom(bytesSource(broken), 0)].flatMap((record) =>
          record.kind === 'record' ? [wellFormed(record.value)] : []
        )
        const lines = mendedText(broken).split('\n')
        expect(lines.filter((line) => line.trim() !== '').map((line) => wellFormed(JSON.parse(line)))).toEqual(read)
        expect(lines.at(-1)?.trim()).toBe('')
      }),
      { numRuns: 1500 }
    )
  })
})

/** As it is compared: halves of pairs are what is replaced. */
function wellFormed(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replace(/(?<!\\)((?:\\\\)*)\\u(d[89a-f][0-9a-f]{2})/g, '$1\\ufffd'))
}
