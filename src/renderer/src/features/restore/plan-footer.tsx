import type { Plan } from '@shared/domain/plan'
import type { Ref } from 'react'
import { copyText } from '../../state/bridge'
import { useRestore } from '../../state/restore-store'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { KeyHint } from '../../ui/key-hint'
import { clockTime } from '../../words/calendar'
import { counted } from '../../words/numbers'
import type { PlanOutcome } from './plan-outcome'
import { planText } from './plan-text'
import { nothingToDoWords } from './restore-words'

interface PlanFooterProps {
  plan: Plan
  outcome: PlanOutcome
  safe: Ref<HTMLButtonElement>
}

/** How long the plan is good, and the two ways on. */
export function PlanFooter({ plan, outcome, safe }: PlanFooterProps) {
  const { apply, close } = useRestore()
  const { changes } = outcome
  return (
    <>
      <CopyButton label="Copy the plan" words="Copy plan" copy={() => copyText(planText(plan, outcome))} />
      <span role="status" className="trunc text-second text-text-2">
        {changes === 0
          ? nothingToDoWords(plan)
          : `Made ${clockTime(plan.madeAt)}, good until ${clockTime(plan.expiresAt)}`}
      </span>
      <Button ref={safe} className="ms-auto" size="large" onClick={close}>
        Cancel <KeyHint keys="Esc" />
      </Button>
      <Button size="large" look="main" disabled={changes === 0} onClick={apply}>
        {plan.kind === 'undo' ? 'Undo' : 'Restore'} {counted(changes, 'item')}
      </Button>
    </>
  )
}
