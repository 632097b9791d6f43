import type { Plan } from '@shared/domain/plan'
import { describe, expect, it } from 'vitest'
import { consentsNeeded } from './consent-needed'

const conflict = (id: string, code: string, other: string): Plan['conflicts'][number] => ({
  ...{ id, code, what: `desk-17:4821 and ${id}`, step: null, default: 'keep' },
  options: [
    { value: 'keep', label: 'Keep', effect: 'Nothing is written.' },
    { value: other, label: 'Go on', effect: 'It can save nothing any more.' }
  ]
})
const plan = {
  conflicts: [
    conflict('lease', 'a3s.lease.held', 'take-over'),
    conflict('many-removals', 'many.removals', 'remove'),
    conflict('running', 'a3s.session.running', 'replace')
  ]
} as unknown as Plan

describe('consentsNeeded', () => {
  it('asks nothing while what is there is kept, nor about a choice that can be undone as a whole', () => {
    expect(consentsNeeded(plan, {})).toEqual([])
    expect(consentsNeeded(plan, { running: 'replace', lease: 'keep' })).toEqual([])
  })

  it('a3s-57 names the holder of a lease that would be taken over, and what it loses', () => {
    const [only, ...others] = consentsNeeded(plan, { lease: 'take-over' })
    expect(others).toEqual([])
    expect(only?.question).toBe('Take over the writer lease?')
    expect(only?.words).toEqual(['desk-17:4821 and lease', 'It can save nothing any more.'])
  })

  it('asks about many removals too, each for itself', () => {
    const all = consentsNeeded(plan, { lease: 'take-over', 'many-removals': 'remove' })
    expect(all.map(({ id }) => id)).toEqual(['lease', 'many-removals'])
  })
})
