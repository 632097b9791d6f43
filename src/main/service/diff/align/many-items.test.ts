import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Items } from './items'
import { pairItems } from './pair-items'
import { ops, scriptOf } from './script'
import { runSliced } from './slices'

const many = 50_000

/** What a digest gives of a session of 50,000 entries; one in `every` was said in other words on side 1, and each thousandth stands elsewhere. */
function sideOf(side: 0 | 1, every: number): Items {
  const order = Array.from({ length: many }, (_, at) => at)
  if (side === 1) for (let at = 1000; at < many; at += 1000) order.splice(at - 500, 0, ...order.splice(at, 1))
  const other = order.map((at) => side === 1 && at % every === 1)
  const contents = order
    .map((at, place) => `hash-of-${at}${other[place] ? '-other' : ''}`)
    .map((text) => text.padEnd(20))
  return {
    count: many,
    native: () => null,
    time: (place) => 1e12 + (order[place] as number) * 1000,
    kind: () => 'user',
    content: (place) => contents[place] as string,
    label: (place) => `Step ${order[place]} of the work, ${other[place] ? 'in other words' : 'as it was said'}`
  }
}

/** Processor time of this thread, in ms: the clock of a busy machine tells nothing. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

describe('comparing 50,000 items with 50,000', () => {
  it.each([2, 50, 5000])('takes under a second and gives way to other work, with one in %i changed', async (every) => {
    const [a, b] = [sideOf(0, every), sideOf(1, every)]
    let turns = 0
    let going = true
    const others = (async () => {
      while (going) {
        await pause(0)
        turns += 1
      }
    })()
    const began = processorTime()
    const { signal } = new AbortController()
    const pairing = await runSliced(pairItems(a, b), signal)
    const script = await runSliced(scriptOf(pairing, b.count), signal)
    const took = processorTime() - began
    going = false
    await others
    const count = (op: (typeof ops)[number]) => script.op.filter((each) => ops[each] === op).length
    expect(count('same') + count('changed') + count('moved-to')).toBe(many)
    expect(count('changed')).toBeGreaterThan(many / every / 2)
    expect(count('moved-to')).toBeGreaterThan(40)
    expect(took).toBeLessThan(1000)
    expect(turns).toBeGreaterThan(5)
  })

  it('ends when nobody waits for it any more', async () => {
    const left = new AbortController()
    const work = runSliced(pairItems(sideOf(0, 2), sideOf(1, 2)), left.signal)
    left.abort(new Error('left'))
    await expect(work).rejects.toThrow('left')
  })
})
