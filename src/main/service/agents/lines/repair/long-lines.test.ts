import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Damage, damage } from '../../conformance/arbitrary-damage'
import { type ByteSource, bytesSource } from '../byte-source'
import { longestLine } from '../line'
import type { LineRecord } from '../line-record'
import { recordsBefore, recordsFrom } from '../read-records'
import { chainRepair } from './chain-repair'
import { afterRounds, mendLines } from './mend-lines'

const megabyte = 1024 * 1024
const long = 'é"\\ word\ud83d\ude00'.repeat(400_000)
const words = Array.from({ length: 700_000 }, () => 'word')

/** What is read of a file, and how many bytes of it were held at once. */
function watched(bytes: Buffer): { source: ByteSource; most(): number } {
  const inner = bytesSource(bytes)
  let most = 0
  const read: ByteSource['read'] = (from, to) => {
    most = Math.max(most, Math.min(to, inner.size) - from)
    return inner.read(from, to)
  }
  return { source: { size: inner.size, read }, most: () => most }
}

function mended(bytes: Buffer): { text: Buffer; kinds: readonly string[]; most: number } {
  const { source, most } = watched(bytes)
  const { rounds, places, endless } = mendLines(source, undefined, null)
  expect(endless).toBe(false)
  const held = most()
  const after = afterRounds(source, rounds)
  const kinds = [...new Set(places.map(({ kind }) => kind))].sort()
  return { text: after.read(0, after.size), kinds, most: held }
}

const line = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`)
const without = (bytes: Buffer, last: number) => bytes.subarray(0, bytes.length - last)
const small = line({ a: 1 })

describe('lines that are too long to be held', () => {
  it('C1 takes a block of 50 MB of NUL bytes out of a line, keeps the records on both sides, and holds little of it', () => {
    const block = Buffer.alloc(50 * megabyte)
    for (const broken of [
      Buffer.concat([small, block, Buffer.from('\n'), small]),
      Buffer.concat([without(small, 1), block, small]),
      Buffer.concat([small, block, small]),
      Buffer.concat([small, small, block])
    ]) {
      const { text, kinds, most } = mended(broken)
      expect(text.toString()).toBe(`${small}${small}`)
      expect(kinds).toEqual(['nul'])
      expect(most).toBeLessThanOrEqual(longestLine)
    }
  })

  it('C1 C3 parts a long record from a block, a torn one and short ones on the same line', () => {
    const record = line({ type: 'x', long, after: true })
    const torn = record.subarray(0, 5 * megabyte)
    const { text, kinds, most } = mended(
      Buffer.concat([without(small, 1), Buffer.alloc(9), torn, without(record, 1), without(small, 1), record])
    )
    expect(text.equals(Buffer.concat([small, record, small, record]))).toBe(true)
    expect(kinds).toEqual(['fragment', 'glued', 'nul'])
    expect(most).toBeLessThanOrEqual(longestLine)
  })

  it('C3 takes no object within a torn long record for one of its own', () => {
    const torn = Buffer.from(`{"type":"x","words":[${words.map((word) => `"${word}"`).join()},{"inner":1},"rest`)
    expect(torn.length).toBeGreaterThan(longestLine)
    const { text, kinds } = mended(Buffer.concat([small, torn, Buffer.from('\n'), small]))
    expect([text.toString(), kinds]).toEqual([`${small}${small}`, ['fragment']])
  })

  it('C2 takes out a long line that is torn, also at the end', () => {
    const torn = line({ long }).subarray(0, 5 * megabyte)
    expect(mended(Buffer.concat([small, torn, Buffer.from('\n'), small])).text.toString()).toBe(`${small}${small}`)
    const last = mended(Buffer.concat([small, torn]))
    expect([last.text.toString(), last.kinds]).toEqual([`${small}`, ['torn']])
  })

  it('C4 C5 mends control characters, halves of pairs and bytes that are no UTF-8 in a long record', () => {
    const raw = line({ long: `${long}#1${long}#2${long}#3`, end: '#4' }).toString('latin1')
    const bad = raw.replace('#1', '\t\\ud800').replace('#2', '\xff').replace('#3', '\\udc00').replace('#4', '\x01')
    const good = raw.replace('#1', '\\t\\ufffd').replace('#2', '\xef\xbf\xbd').replace('#3', '\\ufffd')
    const { text, kinds, most } = mended(Buffer.from(bad, 'latin1'))
    expect(text.equals(Buffer.from(good.replace('#4', '\\u0001'), 'latin1'))).toBe(true)
    expect(kinds).toEqual(['control', 'encoding', 'surrogate'])
    expect(most).toBeLessThanOrEqual(longestLine)
  })

  it('leaves a long record that is sound as it is, also one that cannot be shortened', () => {
    const sound = Buffer.concat([small, line({ words }), line({ long }), small])
    expect(mended(sound)).toMatchObject({ kinds: [] })
    const glued = mended(Buffer.concat([Buffer.alloc(4), without(line({ words }), 1), line({ long })]))
    expect(glued.text.equals(Buffer.concat([line({ words }), line({ long })]))).toBe(true)
  }, 30_000)

  it('C7 does not take a record that is too long to be read for one that is missing', () => {
    const chain = chainRepair({ id: 'id', parent: 'parent' })
    const text = Buffer.concat([line({ id: 'a' }), line({ words, id: 'b' }), line({ id: 'c', parent: 'b' })])
    expect(mendLines(bytesSource(text), chain, null).places).toEqual([])
    const gone = Buffer.concat([line({ id: 'a' }), line({ words, id: 'x' }), line({ id: 'c', parent: 'b' })])
    expect(mendLines(bytesSource(gone), chain, null).places).toMatchObject([{ kind: 'chain' }])
  })

  it('C1 C2 C3 C4 C5 of any damage to long lines leaves exactly the records that were read, each on a line of its own', () => {
    const block: Damage = (bytes) => {
      const at = bytes.indexOf('word', bytes.length / 3)
      return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(5 * megabyte), bytes.subarray(at)])
    }
    // By their numbers: of what fails a text of megabytes would be printed else.
    const pieces = [small, line({ long }), line({ long: [long, { b: 2 }] }), line([1, { c: 3 }])]
    const harm = fc.oneof(damage(), fc.constant(null))
    const harms = fc.array(harm, { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(fc.array(fc.nat(pieces.length - 1), { minLength: 1, maxLength: 4 }), harms, (chosen, all) => {
        const file = Buffer.concat(chosen.map((index) => pieces[index] ?? small))
        const broken = all.reduce<Buffer>((bytes, each) => (each ?? block)(bytes), file)
        const source = bytesSource(broken)
        const read = [...recordsFrom(source, 0)]
        const back = [...recordsBefore(source, broken.length)].toReversed()
        expect(back.map(({ from }) => from)).toEqual(read.map(({ from }) => from))
        const { text } = mended(broken)
        const left = [...recordsFrom(bytesSource(text), 0)]
        expect(alike(valuesOf(left), valuesOf(read))).toBe(true)
        expect(left.filter((record) => record.kind === 'unreadable' || record.recovered)).toEqual([])
        for (const each of text.toString('utf8').split('\n')) if (each.trim() !== '') JSON.parse(each)
      }),
      { numRuns: 8 }
    )
  }, 60_000)
})

function valuesOf(records: readonly LineRecord[]): unknown[] {
  return records.flatMap((record) => (record.kind === 'record' ? [record.value] : []))
}

/** Whether two values are the same, apart from where long texts in them are cut: that may be elsewhere once a block is out of one. */
function alike(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') {
    const [first, second] = [comparable(one), comparable(other)]
    const isCut = Math.max(one.length, other.length) > 10_000
    return first === second || (isCut && (first.startsWith(second) || second.startsWith(first)))
  }
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  const [first, second] = [Object.entries(one), Object.entries(other)]
  return (
    Array.isArray(one) === Array.isArray(other) &&
    first.length === second.length &&
    first.every(([name, value], index) => second[index]?.[0] === name && alike(value, second[index][1]))
  )
}

/** Halves of pairs are replaced, and one may be left where a text is cut. */
function comparable(text: string): string {
  return text.slice(0, 1000).replace(/\p{Cs}/gu, '\ufffd')
}
