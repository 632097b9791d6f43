import type { Plan } from '@shared/domain/plan'
import { Ban } from 'lucide-react'
import { Icon } from '../../ui/icon'
import { changeWords } from '../../words/changes'

/** What the plan does not reach. */
export function PlanLimits({ plan }: { plan: Plan }) {
  if (plan.cannot.length === 0) return null
  return (
    <section className="border-t border-line px-20 pt-12 pb-14">
      <h3 className="flex items-center gap-8 font-semibold">
        <Icon of={Ban} size={14} className="text-text-3" />
        {changeWords(plan.kind).limits}
      </h3>
      <dl className="mt-6 text-table">
        {plan.cannot.map(({ what, because }) => (
          <div key={what} className="grid grid-cols-[2fr_3fr] gap-12 border-line py-5 not-last:border-b">
            <dt className="read-text [overflow-wrap:anywhere]">{what}</dt>
            <dd className="read-text text-text-2">{because}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
