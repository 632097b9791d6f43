import type { Plan } from '@shared/domain/plan'
import { size } from '../../words/numbers'
import type { PlanOutcome } from './plan-outcome'

/** The plan under the present choices as text, for a note or a report. */
export function planText(plan: Plan, outcome: PlanOutcome): string {
  const steps = plan.steps.map((step) => {
    const action = outcome.leftOut.has(step.id) ? 'keep' : step.action
    return `${action}: ${step.path} (${step.because}; ${size(step.before.bytes)} now, ${size(step.after.bytes)} then)`
  })
  const limits = plan.cannot.map(({ what, because }) => `not brought back: ${what} (${because})`)
  const notes = plan.notes.map((note) => `note: ${note}`)
  const head = `${plan.kind} of ${plan.agent}:${plan.session.id} “${plan.title}”`
  const made = `plan ${plan.planId}, digest ${plan.digest}`
  return [head, made, ...steps, ...limits, ...notes, `safety copy: ${size(outcome.safetyCopyBytes)}`].join('\n')
}
