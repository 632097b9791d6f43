import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesSource } from './byte-source'
import type { LineRecord } from './line-record'
import { recordsBefore, recordsFrom, scannedTo, wholeRecord } from './read-records'

const source = (text: string | Buffer) => bytesSource(Buffer.from(text as string))
const all = (text: string | Buffer) => [...recordsFrom(source(text), 0)]
const back = (text: string | Buffer) => [...recordsBefore(source(text), Buffer.byteLength(text))].toReversed()
const brief = (records: readonly LineRecord[]) =>
  records.map((record) => (record.kind === 'record' ? record.value : [record.reason, record.from, record.to]))
const lines = (...values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')

describe('recordsFrom', () => {
  it('gives every record with its byte range, also after characters of several bytes', () => {
    const text = lines({ a: 'é👋🏽' }, { b: 2 })
    const [first, second] = all(text)
    expect(second).toMatchObject({ from: first?.to, to: Buffer.byteLength(text), value: { b: 2 } })
  })

  it('takes a last line without an end that is whole, and calls a torn one unfinished', () => {
    expect(brief(all(`${lines({ a: 1 })}{"b":2}`))).toEqual([{ a: 1 }, { b: 2 }])
    expect(brief(all(`${lines({ a: 1 })}{"b":`))).toEqual([{ a: 1 }, ['unfinished', 8, 13]])
  })

  it('C1 skips a NUL block, keeps both sides and says where it is', () => {
    const text = Buffer.concat([Buffer.from('{"a":1}'), Buffer.alloc(20), Buffer.from('{"b":2}\n{"c":3}\n')])
    expect(brief(all(text))).toEqual([{ a: 1 }, ['nul', 7, 27], { b: 2 }, { c: 3 }])
  })

  it('C2 goes on after a bad line', () => {
    expect(brief(all('{"a":1}\n{bad}\n{"b":2}\n'))).toEqual([{ a: 1 }, ['syntax', 8, 13], { b: 2 }])
  })

  it('C3 takes whole records out of what was glued together', () => {
    expect(brief(all('{"a":1}{"b":2}\n'))).toEqual([{ a: 1 }, { b: 2 }])
    expect(brief(all('{"a":{"x":1},"t":"half{"b":{"c":3}}\n'))).toEqual([['syntax', 0, 22], { b: { c: 3 } }])
  })

  it('C4 splits on line feeds only, and joins a record that a bare one got into', () => {
    expect(brief(all(`${lines({ a: 'x\u2028y\u0085z' })}{"b":2}\r\n`))).toEqual([{ a: 'x\u2028y\u0085z' }, { b: 2 }])
    expect(brief(all('{"a":"x\ny"}\n{"b":2}\n'))).toEqual([{ a: 'x\ny' }, { b: 2 }])
  })

  it('C5 keeps lone surrogates, and replaces what is no UTF-8', () => {
    expect(brief(all('{"a":"\\ud800"}\n'))).toEqual([{ a: '\ud800' }])
    const [record] = all(Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}\n')]))
    expect(record).toMatchObject({ value: { a: '\ufffd' }, replaced: true })
  })

  it('skips a byte order mark and blank lines', () => {
    expect(brief(all('\ufeff{"a":1}\r\n\r\n  \n{"b":2}\n'))).toEqual([{ a: 1 }, { b: 2 }])
  })

  it('D2 cuts long texts of a line of 30 MB, and reads it whole when asked', () => {
    const long = 'é"\\ word'.repeat(3_000_000)
    const bytes = source(lines({ a: 1 }, { type: 'x', long, after: true }, { b: 2 }))
    const records = [...recordsFrom(bytes, 0)]
    expect(records.map(({ kind }) => kind)).toEqual(['record', 'record', 'record'])
    const middle = records[1]
    if (middle?.kind !== 'record') throw new Error('no record')
    const value = middle.value as { long: string; after: boolean }
    expect(value).toMatchObject({ type: 'x', after: true })
    expect(long.startsWith(value.long)).toBe(true)
    expect(value.long.length).toBeLessThan(200_000)
    expect((wholeRecord(bytes, middle) as { long: string }).long === long).toBe(true)
    expect([...recordsBefore(bytes, bytes.size)].toReversed()).toEqual(records)
  }, 60_000)

  it('says of a long line without long texts where it is', () => {
    const bytes = lines(
      { a: 1 },
      Array.from({ length: 1_000_000 }, () => 'word'),
      { b: 2 }
    )
    expect(brief(all(bytes))).toEqual([{ a: 1 }, ['long', 8, bytes.length - 8], { b: 2 }])
  })
})

describe('recordsBefore', () => {
  const piece = fc.oneof(
    fc.json({ maxDepth: 2 }).map((json) => `${JSON.stringify({ type: 'x', json })}\n`),
    fc.constantFrom(
      '{bad}\n',
      '\n',
      '\r\n',
      '{"a":"x\ny"}\n',
      '{"a":1}{"b":2}\n',
      '\0\0\0{"c":1}\n',
      'x\n',
      '{"torn":"',
      '\0'
    )
  )

  it('reads the same from any place as from the start, forward and backward', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (parts) => {
        const text = parts.join('')
        const whole = all(text)
        expect(back(text).map(({ from }) => from)).toEqual(whole.map(({ from }) => from))
        for (const [index, { from }] of whole.entries()) {
          const later = [...recordsFrom(source(text), from)]
          expect(later.map((each) => each.from)).toEqual(whole.slice(index).map((each) => each.from))
          const earlier = [...recordsBefore(source(text), from)].toReversed()
          expect(earlier.map((each) => each.from)).toEqual(whole.slice(0, index).map((each) => each.from))
        }
      }),
      { numRuns: 200, seed: 20261129 }
    )
  })
})

describe('scannedTo', () => {
  it('is the beginning of a last line that is not ended', () => {
    expect(scannedTo(source('{"a":1}\n{"b"'))).toBe(8)
    expect(scannedTo(source('{"a":1}\n'))).toBe(8)
    expect(scannedTo(source('{"a"'))).toBe(0)
  })
})
