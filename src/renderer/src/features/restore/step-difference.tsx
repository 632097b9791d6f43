import type { Plan, PlanStep } from '@shared/domain/plan'
import { lazy, Suspense, useCallback } from 'react'
import { call } from '../../state/bridge'
import type { AskText } from '../../ui/diff/text-diff'
import { LoadingRows } from '../../ui/loading-rows'
import { targetName } from './step-signs'

// It brings the colours of code along, which the first paint of the window does not need.
const TextDiff = lazy(() => import('../../ui/diff/text-diff').then((part) => ({ default: part.TextDiff })))

/** What a step of a plan would change, line by line. */
export function StepDifference({ plan, step }: { plan: Plan; step: PlanStep }) {
  const { planId } = plan
  const { id } = step
  const ask: AskText = useCallback((page) => call('compare.step', { planId, step: id, ...page }), [planId, id])
  const label = `What changes in ${targetName(step)}`
  return (
    <Suspense fallback={<LoadingRows count={2} height={20} label={`Loading ${label}`} />}>
      <TextDiff label={label} path={step.path} ask={ask} />
    </Suspense>
  )
}
