import { describe, expect, it } from 'vitest'
import { BegunLists } from './begun-lists'

describe('BegunLists', () => {
  it('reads a list once for all of its pages, and anew for a first page, after a while, and after its end', async () => {
    let now = 0
    let reads = 0
    const lists = new BegunLists<number>(() => now)
    const ask = (key: string, offset: number) => lists.get(key, offset, async () => [++reads])
    expect([await ask('a', 0), await ask('a', 1), await ask('a', 2)]).toEqual([[1], [1], [1]])
    expect([await ask('a', 0), await ask('b', 1)]).toEqual([[2], [3]])
    now = 60_000
    expect(await ask('b', 1)).toEqual([4])
    lists.ended('b')
    expect(await ask('b', 1)).toEqual([5])
  })
})
