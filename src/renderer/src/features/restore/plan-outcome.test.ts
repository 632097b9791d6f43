import type { Plan, PlanStep } from '@shared/domain/plan'
import { describe, expect, it } from 'vitest'
import { planOutcome } from './plan-outcome'

const facts = (bytes: number) => ({ exists: true, bytes, sha256: 'a', mode: 0o600, modifiedAt: 0 })
const step = (id: string, action: PlanStep['action'], bytes: number): PlanStep => ({
  id,
  action,
  what: 'file',
  path: `/x/${id}`,
  before: facts(bytes),
  after: facts(1),
  because: ''
})
const plan = {
  steps: [
    step('session', 'replace', 100),
    step('tasks', 'replace', 20),
    step('new', 'create', 0),
    step('same', 'keep', 5)
  ],
  conflicts: [
    {
      id: 'tasks',
      code: 'c',
      what: '',
      step: 'tasks',
      default: 'keep',
      options: [
        { value: 'keep', label: '', effect: '', leavesOut: ['tasks'] },
        { value: 'replace', label: '', effect: '', leavesOut: [] }
      ]
    }
  ]
} as unknown as Plan

describe('planOutcome', () => {
  it('takes the default of a conflict until something else is chosen', () => {
    const outcome = planOutcome(plan, {})
    expect(outcome.changes).toBe(2)
    expect(outcome.safetyCopyBytes).toBe(100)
    expect(outcome.keep.map(({ id }) => id)).toEqual(['tasks', 'same'])
  })

  it('counts what a choice brings in', () => {
    const outcome = planOutcome(plan, { tasks: 'replace' })
    expect(outcome.replace.map(({ id }) => id)).toEqual(['session', 'tasks'])
    expect(outcome.safetyCopyBytes).toBe(120)
    expect(outcome.leftOut.size).toBe(0)
  })
})
