import type { Plan } from '@shared/domain/plan'
import { PlanAside } from './plan-aside'
import { PlanConflicts } from './plan-conflicts'
import { PlanFacts } from './plan-facts'
import { PlanLimits } from './plan-limits'
import type { PlanOutcome } from './plan-outcome'
import { PlanSteps } from './plan-steps'

/** The whole plan: numbers, files, decisions, limits, and why it is safe. */
export function PlanView({ plan, outcome }: { plan: Plan; outcome: PlanOutcome }) {
  return (
    <>
      <PlanFacts outcome={outcome} />
      <div className="flex max-narrow:flex-col">
        <div className="min-w-0 flex-1">
          <PlanSteps plan={plan} outcome={outcome} />
          <PlanConflicts plan={plan} />
          <PlanLimits plan={plan} />
        </div>
        <PlanAside plan={plan} outcome={outcome} />
      </div>
    </>
  )
}
