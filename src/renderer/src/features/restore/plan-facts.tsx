import { Icon } from '../../ui/icon'
import { count as number } from '../../words/numbers'
import type { PlanOutcome } from './plan-outcome'
import { actionSigns } from './step-signs'

/** Four numbers over the plan; they follow each choice at once. */
export function PlanFacts({ outcome }: { outcome: PlanOutcome }) {
  const facts = [
    { action: 'create', count: outcome.create.length, one: 'is created', many: 'are created' },
    { action: 'replace', count: outcome.replace.length, one: 'is replaced', many: 'are replaced' },
    { action: 'remove', count: outcome.remove.length, one: 'is set aside', many: 'are set aside' },
    { action: 'keep', count: outcome.keep.length, one: 'stays as it is', many: 'stay as they are' }
  ] as const
  return (
    <dl className="grid grid-cols-4 border-y border-line">
      {facts.map(({ action, count, one, many }) => {
        const { icon, tone } = actionSigns[action]
        return (
          <div key={action} className="flex flex-col-reverse border-line px-20 py-10 not-first:border-s">
            <dt className="text-second text-text-2">
              {count === 1 ? one : many}
              {action === 'keep' && byChoice(outcome)}
            </dt>
            <dd
              className={`flex items-center gap-8 text-title font-semibold tabular-nums ${count ? tone : 'text-text-3'}`}
            >
              <Icon of={icon} />
              {number(count)}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function byChoice({ keep, leftOut }: PlanOutcome): string {
  const chosen = keep.filter((step) => leftOut.has(step.id)).length
  if (chosen === 0) return ''
  return chosen === keep.length ? ', by choice' : `, ${chosen} by choice`
}
