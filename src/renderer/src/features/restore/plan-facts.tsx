import { Icon } from '../../ui/icon'
import { counted } from '../../words/numbers'
import type { PlanOutcome } from './plan-outcome'
import { actionSigns } from './step-signs'

/** Four numbers over the plan; they follow each choice at once. */
export function PlanFacts({ outcome }: { outcome: PlanOutcome }) {
  const facts = [
    { action: 'create', count: outcome.create.length, text: 'made new' },
    { action: 'replace', count: outcome.replace.length, text: 'replaced' },
    { action: 'remove', count: outcome.remove.length, text: 'removed' },
    { action: 'keep', count: outcome.keep.length, text: byChoice(outcome) }
  ] as const
  return (
    <dl className="grid grid-cols-4 border-y border-line max-narrow:grid-cols-2">
      {facts.map(({ action, count, text }) => {
        const { icon, tone } = actionSigns[action]
        return (
          <div key={action} className="border-line px-20 py-10 not-first:border-l">
            <dt className="sr-only">{text}</dt>
            <dd>
              <span
                className={`flex items-center gap-8 text-title font-semibold tabular-nums ${count ? tone : 'text-text-3'}`}
              >
                <Icon of={icon} />
                {count}
              </span>
              <span className="text-second text-text-2">
                {counted(count, 'file').replace(/^\S+ /, '')} {text}
              </span>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function byChoice({ keep, leftOut }: PlanOutcome): string {
  const chosen = keep.filter((step) => leftOut.has(step.id)).length
  return chosen === 0 ? 'as now' : `as now, ${chosen} by choice`
}
