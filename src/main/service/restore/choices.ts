import type { StepResult } from '@shared/domain/operation'
import { fail } from '@shared/ipc/errors'
import type { FileStep } from '../operations/operation-record'
import type { StoredPlan } from './stored-plan'

/** What of a plan is carried out, once the person's choices are in. */
export interface Chosen {
  readonly steps: readonly FileStep[]
  readonly kept: readonly StepResult[]
  /** Every conflict with the option that was taken, defaults included. */
  readonly choices: Readonly<Record<string, string>>
}

/**
 * Throws `plan.choice` for a choice about something that is no conflict of this plan, or an option that it does not have; a
 * conflict without a choice takes its default, which keeps. Throws `refused` when nothing is left to do.
 */
export function choose(stored: StoredPlan, choices: Readonly<Record<string, string>>): Chosen {
  const { conflicts } = stored.plan
  for (const id of Object.keys(choices)) {
    if (!conflicts.some((conflict) => conflict.id === id)) {
      fail('plan.choice', `This plan asks nothing called "${id}".`, {
        data: { conflicts: conflicts.map(({ id }) => id) },
        advice:
          conflicts.length === 0 ? 'Leave the choice out.' : `It asks ${conflicts.map(({ id }) => id).join(', ')}.`
      })
    }
  }
  const taken: Record<string, string> = {}
  const leftOut = new Set<string>()
  for (const conflict of conflicts) {
    const option = Object.hasOwn(choices, conflict.id) ? (choices[conflict.id] ?? '') : conflict.default
    if (!conflict.options.some((each) => each.value === option)) {
      fail('plan.choice', `"${option}" is no answer to "${conflict.what}"`, {
        data: { conflict: conflict.id, options: conflict.options.map((each) => each.value) },
        advice: `Answer ${conflict.id} with ${conflict.options.map((each) => each.value).join(' or ')}.`
      })
    }
    taken[conflict.id] = option
    for (const step of stored.leavesOut[conflict.id]?.[option] ?? []) leftOut.add(step)
  }
  const steps = stored.steps.filter((step) => !leftOut.has(step.id))
  if (steps.length === 0) nothingLeft(stored, taken)
  const doing = new Set(steps.map((step) => step.id))
  const kept = stored.plan.steps.filter((step) => !doing.has(step.id))
  return {
    steps,
    choices: taken,
    kept: kept.map(({ id, path, action }) => ({ step: id, path, action, outcome: 'kept' }))
  }
}

/** Tells a plan that has nothing to do from one of which the choices left nothing. */
function nothingLeft({ plan, steps, leavesOut }: StoredPlan, taken: Readonly<Record<string, string>>): never {
  const data = { conflicts: plan.conflicts.map(({ id }) => id) }
  if (steps.length === 0) {
    fail('refused', 'Everything is already as this plan would make it; there is nothing to change.', { data })
  }
  const keeping = plan.conflicts.filter(({ id }) => (leavesOut[id]?.[taken[id] ?? '']?.length ?? 0) > 0)
  fail('refused', 'With these choices nothing would be changed.', { data, advice: waysOut(keeping) })
}

/** The questions whose answers kept everything as it is, by the ids that a choice names. */
function waysOut(conflicts: StoredPlan['plan']['conflicts']): string {
  const questions = conflicts.slice(0, 3).map(({ id, what }) => `${id} (${what.replace(/\.$/, '')})`)
  const more = conflicts.length > questions.length ? ` and ${conflicts.length - questions.length} more` : ''
  return `Choose something other than "keep", or leave everything as it is: ${questions.join(', ')}${more}.`
}
