import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CheckpointMetadata } from './checkpoint-store'
import { prunedByAgent, prunedSafely } from './retention'

const at = (index: number) => new Date(Date.UTC(2027, 0, 1) + index * 1000).toISOString()
const made = (index: number, sessionId: string, label: string | null = null): CheckpointMetadata => ({
  id: `c${index}`,
  sessionId,
  label,
  createdAt: at(index)
})

describe('prunedByAgent', () => {
  it('gestura-2 leaves two of three where the maximum is two', () => {
    const all = [made(0, 'a'), made(1, 'a'), made(2, 'a')]
    expect(prunedByAgent(all, 2).map(({ id }) => id)).toEqual(['c0'])
    expect(prunedByAgent(all, 0)).toEqual([])
    expect(prunedByAgent(all, 3)).toEqual([])
  })

  it('gestura-23 takes the oldest of a quiet session for a busy one', () => {
    const all = [made(0, 'quiet'), made(1, 'busy'), made(2, 'busy'), made(3, 'busy')]
    expect(prunedByAgent(all, 3).map(({ sessionId }) => sessionId)).toEqual(['quiet'])
  })
})

describe('prunedSafely', () => {
  it('A4 gestura-23 takes the oldest of the busy session instead', () => {
    const all = [made(0, 'quiet'), made(1, 'busy', 'mine'), made(2, 'busy'), made(3, 'busy')]
    expect(prunedSafely(all, 3, 'c3').map(({ id }) => id)).toEqual(['c2'])
  })

  it('gestura-23 never takes the new one, a labelled one, or the last ones of a session, and stops at the maximum', () => {
    const label = fc.option(fc.constantFrom('', 'before:file', 'mine'), { nil: null })
    const any = fc.array(fc.record({ session: fc.constantFrom('a', 'b', 'c', 'd'), label }), {
      minLength: 1,
      maxLength: 40
    })
    fc.assert(
      fc.property(any, fc.integer({ min: 0, max: 20 }), (list, max) => {
        const all = list.map(({ session, label }, index) => made(index, session, label))
        const newId = `c${list.length - 1}`
        const pruned = prunedSafely(all, max, newId)
        const share = Math.max(1, Math.floor(max / new Set(list.map(({ session }) => session)).size))
        expect(pruned.every(({ id, label }) => id !== newId && label === null)).toBe(true)
        expect(pruned.length).toBeLessThanOrEqual(max === 0 ? 0 : Math.max(0, all.length - max))
        for (const { sessionId } of pruned) {
          const left = all.filter((each) => each.sessionId === sessionId && !pruned.includes(each))
          expect(left.length).toBeGreaterThanOrEqual(share)
        }
      })
    )
  })
})
