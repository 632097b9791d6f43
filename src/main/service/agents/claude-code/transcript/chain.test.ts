import { describe, expect, it } from 'vitest'
import { bytesSource } from '../../lines/byte-source'
import { lines } from '../testing/sample-home'
import { Chain } from './chain'

const padding = 'word '.repeat(200)
const link = (uuid: string, parentUuid: string | null, type: 'user' | 'assistant' = 'assistant') => ({
  parentUuid,
  isSidechain: false,
  type,
  message: { role: type, content: type === 'user' ? `${uuid} ${padding}` : [{ type: 'text', text: padding }] },
  uuid
})

/** A conversation of so many turns: its ids are u0, a0, u1, a1 and so on. */
function turns(count: number): ReturnType<typeof link>[] {
  return Array.from({ length: count }, (_, index) => [
    link(`u${index}`, index === 0 ? null : `a${index - 1}`, 'user'),
    link(`a${index}`, `u${index}`)
  ]).flat()
}

/** A file in memory that counts what is read of it. */
function counted(text: string) {
  const bytes = bytesSource(Buffer.from(text))
  const source = {
    size: bytes.size,
    read: 0 as number
  }
  return {
    source,
    bytes: {
      size: bytes.size,
      read(from: number, to: number) {
        source.read += to - from
        return bytes.read(from, to)
      }
    }
  }
}

const rewind = { type: 'last-prompt', leafUuid: '00000000-0000-0000-0000-000000000000', explicit: true }

describe('Chain', () => {
  it('reads no more of a long file where a conversation of its own begins at the end', () => {
    const { source, bytes } = counted(lines([...turns(4000), link('own', null, 'user')]))
    expect(source.size).toBeGreaterThan(8_000_000)
    const chain = new Chain(bytes)
    chain.cover(source.size - 300_000)
    expect(chain.branchOf('a3999')).toBeNull()
    expect(chain.branchOf('own')).toBeNull()
    expect(source.read).toBeLessThan(700_000)
  })

  it('finds the beginning of what a rewind to the start left behind, however far ahead it stands', () => {
    const { source, bytes } = counted(lines([...turns(2000), rewind, link('own', null, 'user')]))
    const chain = new Chain(bytes)
    chain.cover(source.size - 300_000)
    expect(chain.branchOf('a1999')).toBe(0)
    expect(chain.branchOf('own')).toBeNull()
  })

  it('looks further ahead for the mark of a rewind before the first prompt that it knows', () => {
    const text = lines([...turns(2000), rewind, link('own', null, 'user')])
    const { source, bytes } = counted(text)
    const chain = new Chain(bytes)
    chain.cover(text.lastIndexOf('{"parentUuid"'))
    expect(chain.branchOf('a1999')).toBe(0)
    expect(source.read).toBeGreaterThan(source.size)
  })

  it('reads on page after page with work that is no more than a few times the file', () => {
    const { source, bytes } = counted(lines(turns(4000)))
    const chain = new Chain(bytes)
    for (let from = source.size - 100_000; from > 0; from -= 100_000) chain.cover(from)
    chain.cover(0)
    expect(source.read).toBeLessThan(5 * source.size)
  })
})
