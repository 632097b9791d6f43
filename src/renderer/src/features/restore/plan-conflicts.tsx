import type { Plan } from '@shared/domain/plan'
import { TriangleAlert } from 'lucide-react'
import { useRestore } from '../../state/restore-store'
import { Icon } from '../../ui/icon'
import { RadioGroup } from '../../ui/radio-group'
import { counted } from '../../words/numbers'

/** What the person has to decide. Keeping is chosen until they say something else. */
export function PlanConflicts({ plan, busy }: { plan: Plan; busy: boolean }) {
  const choices = useRestore((state) => state.choices)
  const choose = useRestore((state) => state.choose)
  if (plan.conflicts.length === 0) return null
  return (
    <section aria-label="Decisions" inert={busy} className="border-b border-line px-20 pt-12 pb-16">
      <h3 className="flex items-center gap-8 font-semibold">
        <Icon of={TriangleAlert} size={14} className="text-amber" />
        {counted(plan.conflicts.length, 'decision')}
        <span className="text-second font-normal text-text-3">What is there is kept unless you choose.</span>
      </h3>
      {plan.conflicts.map((conflict) => (
        <div
          key={conflict.id}
          className="mt-10 rounded-card border border-line bg-raised px-14 pt-11 pb-12"
          data-conflict={conflict.id}
        >
          <p className="read-text pb-10 [overflow-wrap:anywhere] text-text">{conflict.what}</p>
          <RadioGroup
            label={conflict.what}
            value={choices[conflict.id] ?? conflict.default}
            options={conflict.options}
            onChange={(option) => choose(conflict.id, option)}
          />
        </div>
      ))}
    </section>
  )
}
