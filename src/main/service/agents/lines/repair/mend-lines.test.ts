import { describe, expect, it } from 'vitest'
import { type ByteSource, bytesSource } from '../byte-source'
import { chainRepair } from './chain-repair'
import { afterRounds, mendLines } from './mend-lines'

const chain = chainRepair({ id: 'id', parent: 'parent' })
const line = (id: string, parent: string | null) => JSON.stringify({ id, parent })

/** Counts how often the beginning of a file is read. */
function counted(text: string): { source: ByteSource; readings(): number } {
  const inner = bytesSource(Buffer.from(text))
  let readings = 0
  const read: ByteSource['read'] = (from, to) => {
    if (from === 0 && to === inner.size) readings += 1
    return inner.read(from, to)
  }
  return { source: { size: inner.size, read }, readings: () => readings }
}

describe('mendLines', () => {
  it('C7 finds a link to a record that is lost in a damaged line at once, with its place in the file as it is', () => {
    const text = `${line('a', null)}\n{"id":"b","par\0\0\0${line('c', 'b')}\n`
    const source = bytesSource(Buffer.from(text))
    const { places, rounds, endless } = mendLines(source, chain, null)
    expect(endless).toBe(false)
    expect([...new Set(places.map(({ kind }) => kind))].sort()).toEqual(['chain', 'fragment', 'nul'])
    const link = places.find(({ kind }) => kind === 'chain')
    expect(text.slice(link?.from, link?.to)).toBe(line('c', 'b'))
    const after = afterRounds(source, rounds)
    expect(after.read(0, after.size).toString()).toBe(`${line('a', null)}\n${line('c', 'a')}\n`)
  })

  it.each([
    ['the first record leads ahead to it', [line('a', 'b'), line('b', 'gone')]],
    ['one before it leads ahead to it', [line('r', null), line('a', 'b'), line('b', 'gone')]],
    ['one before it leads ahead behind it', [line('r', null), line('a', 'c'), line('b', 'gone'), line('c', 'b')]]
  ])('C7 hangs no record on what may lead to it, which would be a circle: %s', (_, lines) => {
    const source = bytesSource(Buffer.from(`${lines.join('\n')}\n`))
    expect(mendLines(source, chain, null)).toMatchObject({ places: [], endless: false })
  })

  it('C7 hangs a record behind such a way on the one before it', () => {
    const lines = [line('r', null), line('a', 'b'), line('b', 'r'), line('c', 'gone'), '']
    const source = bytesSource(Buffer.from(lines.join('\n')))
    const after = afterRounds(source, mendLines(source, chain, null).rounds)
    expect(after.read(0, after.size).toString()).toBe(lines.join('\n').replace('gone', 'b'))
  })

  it('does only the kinds that are asked for', () => {
    const text = `${line('a', null)}\n\0\0${line('c', 'gone')}\n`
    const source = bytesSource(Buffer.from(text))
    const mended = (kinds: ReadonlySet<string>) => {
      const all = afterRounds(source, mendLines(source, chain, kinds).rounds)
      return all.read(0, all.size).toString()
    }
    expect(mended(new Set(['nul']))).toBe(`${line('a', null)}\n${line('c', 'gone')}\n`)
    expect(mended(new Set(['chain']))).toBe(`${line('a', null)}\n\0\0${line('c', 'a')}\n`)
  })

  it('reads a sound file once', () => {
    const { source, readings } = counted(`${line('a', null)}\n${line('b', 'a')}\n`)
    expect(mendLines(source, chain, null).places).toEqual([])
    expect(readings()).toBe(1)
  })
})
