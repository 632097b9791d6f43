import type { ApplyResult } from '@shared/domain/operation'
import type { Plan } from '@shared/domain/plan'
import { ShieldCheck, Undo2 } from 'lucide-react'
import { Note } from '../../ui/note'
import { counted, size } from '../../words/numbers'
import { ResultList } from './result-list'

/** What was done, item by item, and where the state before is. */
export function ResultView({ plan, result }: { plan: Plan; result: ApplyResult }) {
  return (
    <>
      <ResultList results={result.results} steps={plan.steps} />
      <div className="border-t border-line px-20 py-16">
        <Note icon={result.state === 'rolled-back' ? Undo2 : ShieldCheck}>{words(plan, result)}</Note>
      </div>
    </>
  )
}

function words(plan: Plan, { state, results }: ApplyResult): string {
  if (state === 'rolled-back') {
    return 'Something was in the way, so what had been changed was put back. Nothing was lost.'
  }
  if (plan.kind === 'undo') {
    return 'The state from before is back, read again and checked. This undo can be undone too, on the Operations page.'
  }
  const done = new Set(results.filter(({ outcome }) => outcome === 'done').map(({ step }) => step))
  const copied = plan.steps.filter((step) => done.has(step.id) && step.before.exists)
  const bytes = copied.reduce((sum, step) => sum + step.before.bytes, 0)
  const copy =
    copied.length > 0
      ? `The safety copy holds ${counted(copied.length, 'item')} as before, ${size(bytes)}.`
      : 'Nothing was overwritten.'
  return `Everything was read back and matches the plan. ${copy} Undo works now or on any later day, and first checks whether something was changed since.`
}
