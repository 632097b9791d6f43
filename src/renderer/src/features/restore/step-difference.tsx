import type { Plan, PlanStep } from '@shared/domain/plan'
import { useCallback } from 'react'
import { call } from '../../state/bridge'
import { type AskText, TextDiff } from '../../ui/diff/text-diff'
import { targetName } from './step-signs'

/** What a step of a plan would change, line by line. */
export function StepDifference({ plan, step }: { plan: Plan; step: PlanStep }) {
  const { planId } = plan
  const { id } = step
  const ask: AskText = useCallback((page) => call('compare.step', { planId, step: id, ...page }), [planId, id])
  return <TextDiff label={`What changes in ${targetName(step)}`} path={step.path} ask={ask} />
}
