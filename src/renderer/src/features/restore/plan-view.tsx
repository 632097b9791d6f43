import type { Plan } from '@shared/domain/plan'
import { PlanAside } from './plan-aside'
import { PlanConflicts } from './plan-conflicts'
import { PlanFacts } from './plan-facts'
import { PlanLimits } from './plan-limits'
import type { PlanOutcome } from './plan-outcome'
import { PlanSteps } from './plan-steps'

interface PlanViewProps {
  plan: Plan
  outcome: PlanOutcome
  /** It is being carried out: it can be read, and no longer decided. */
  busy: boolean
}

/** The whole plan: numbers, decisions, files, limits, and why it is safe. */
export function PlanView({ plan, outcome, busy }: PlanViewProps) {
  return (
    <>
      <PlanFacts outcome={outcome} />
      <div className="flex max-narrow:flex-col">
        <div className="min-w-0 flex-1">
          <PlanConflicts plan={plan} busy={busy} />
          <PlanSteps plan={plan} outcome={outcome} />
          <PlanLimits plan={plan} />
        </div>
        <PlanAside notes={plan.notes} outcome={outcome} />
      </div>
    </>
  )
}
