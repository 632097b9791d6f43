import type { Plan } from '@shared/domain/plan'
import { Check, ScanLine, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon'
import { clockTime } from '../../words/calendar'
import { counted, size } from '../../words/numbers'
import { lastPart } from '../../words/paths'
import type { PlanOutcome } from './plan-outcome'

/** Why it is safe: the copy that is made first, and what is checked again before the first write. */
export function PlanAside({ plan, outcome }: { plan: Plan; outcome: PlanOutcome }) {
  const copied = outcome.replace.length + outcome.remove.length
  return (
    <aside className="w-300 flex-none border-l border-line max-narrow:w-full max-narrow:border-t max-narrow:border-l-0">
      <Part icon={<Icon of={ShieldCheck} size={14} className="text-green" />} title="Safety copy first">
        {copied === 0
          ? 'Nothing is overwritten, so there is nothing to copy. '
          : `${counted(copied, 'file')}, ${size(outcome.safetyCopyBytes)}, into Reprise's own vault. `}
        Undo works at any time, after a restart too.
      </Part>
      <Part
        icon={<Icon of={ScanLine} size={14} className="text-text-3" />}
        title="Checked again before the first write"
      >
        <ul className="mt-6 flex flex-col gap-4">
          {plan.steps.map((step) => (
            <li key={step.id} className="flex items-baseline gap-8">
              <Icon of={Check} size={12} className="self-center text-green" />
              <span className="trunc min-w-0 flex-1" title={step.path}>
                {lastPart(step.path)}
              </span>
              <span className="flex-none font-mono text-[11.5px] text-text-3">{shortHash(step.before.sha256)}</span>
            </li>
          ))}
        </ul>
        <p className="mt-8">If one of these has changed, nothing is written and you get a new plan.</p>
      </Part>
      <p className="px-20 pb-16 text-second text-text-3">
        Plan made {clockTime(plan.madeAt)}, good until {clockTime(plan.expiresAt)}.
      </p>
    </aside>
  )
}

function Part({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <section className="px-20 pt-14 pb-12 not-first:border-t not-first:border-line">
      <h3 className="flex items-center gap-8 pb-4 font-semibold">
        {icon}
        {title}
      </h3>
      <div className="text-second text-text-2">{children}</div>
    </section>
  )
}

const shortHash = (hash: string | null) => (hash === null ? 'not there' : `${hash.slice(0, 4)}…${hash.slice(-4)}`)
