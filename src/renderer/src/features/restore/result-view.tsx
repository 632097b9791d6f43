import type { ApplyResult } from '@shared/domain/operation'
import type { Plan } from '@shared/domain/plan'
import { CircleCheck, Undo2 } from 'lucide-react'
import { Icon } from '../../ui/icon'
import { ResultList } from './result-list'

/** What was done, item by item. */
export function ResultView({ plan, result }: { plan: Plan; result: ApplyResult }) {
  const back = result.state === 'rolled-back'
  return (
    <>
      <div className="flex items-start gap-12 px-20 pt-4 pb-16">
        <Icon of={back ? Undo2 : CircleCheck} size={20} className={back ? 'text-amber' : 'text-green'} />
        <div>
          <p className="text-lead font-semibold">{headline(plan, result)}</p>
          <p className="read-text mt-2 text-text-2">{explanation(plan, result)}</p>
        </div>
      </div>
      <ResultList results={result.results} />
    </>
  )
}

function headline(plan: Plan, result: ApplyResult): string {
  if (result.state === 'rolled-back') return 'Everything is as it was before'
  return plan.kind === 'undo' ? 'Undone and checked' : 'Put back and checked'
}

function explanation(plan: Plan, result: ApplyResult): string {
  if (result.state === 'rolled-back')
    return 'Something was in the way, so what had been changed was put back. Nothing was lost.'
  if (plan.kind === 'undo')
    return 'The state from before the restore is back. This undo can be undone too, on the Operations page.'
  return 'What was there before is in the vault. Undo brings it back, now or on any later day.'
}
