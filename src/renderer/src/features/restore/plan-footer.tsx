import type { Plan } from '@shared/domain/plan'
import { type Ref, useState } from 'react'
import { copyText } from '../../state/bridge'
import { useRestore } from '../../state/restore-store'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { KeyHint } from '../../ui/key-hint'
import { clockTime } from '../../words/calendar'
import { changeWords } from '../../words/changes'
import { counted } from '../../words/numbers'
import { consentsNeeded } from './consent-needed'
import { ConsentSheet } from './consent-sheet'
import type { PlanOutcome } from './plan-outcome'
import { planText } from './plan-text'
import { nothingToDoWords } from './restore-words'

const deletes: ReadonlySet<Plan['kind']> = new Set(['delete', 'delete-checkpoint'])

/** Making a checkpoint may remove others to make room; then no one word says what the button does. */
function verbOf({ kind }: Plan, { remove }: PlanOutcome): string {
  return kind === 'create-checkpoint' && remove.length > 0 ? 'Change' : changeWords(kind).verb
}

interface PlanFooterProps {
  plan: Plan
  outcome: PlanOutcome
  safe: Ref<HTMLButtonElement>
}

/** How long the plan is good, and the two ways on. */
export function PlanFooter({ plan, outcome, safe }: PlanFooterProps) {
  const { apply, close, choices } = useRestore()
  const [asking, setAsking] = useState(false)
  const consents = consentsNeeded(plan, choices)
  const { changes } = outcome
  const does = `${verbOf(plan, outcome)} ${counted(changes, 'item')}`
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
      <Button
        size="large"
        look={deletes.has(plan.kind) ? 'danger' : 'main'}
        disabled={changes === 0}
        onClick={() => (consents.length > 0 ? setAsking(true) : apply())}
      >
        {does}
        {consents.length > 0 && '…'}
      </Button>
      <ConsentSheet
        consents={asking ? consents : []}
        does={does.toLowerCase()}
        onAgree={apply}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
