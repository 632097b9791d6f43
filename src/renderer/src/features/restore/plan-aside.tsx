import type { Plan } from '@shared/domain/plan'
import { Check, Info, ScanLine, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon'
import { counted, size } from '../../words/numbers'
import { shortHash } from './hash-words'
import type { PlanOutcome } from './plan-outcome'
import { targetName } from './step-signs'
import { WritingRight } from './writing-right'

/** The table lists every item; beside it a few are enough. */
const mostListed = 8

/** Why it is safe: the copy that is made first, what is checked again before the first write, and what else is worth knowing. */
export function PlanAside({ notes, outcome }: { notes: Plan['notes']; outcome: PlanOutcome }) {
  const copied = outcome.replace.length + outcome.remove.length
  const changing = [...outcome.create, ...outcome.replace, ...outcome.remove]
  return (
    <aside className="w-300 flex-none border-s border-line max-narrow:w-full max-narrow:border-t max-narrow:border-s-0">
      <WritingRight />
      <Part icon={<Icon of={ShieldCheck} size={14} className="text-green" />} title="Safety copy first">
        {copied === 0
          ? 'Nothing is overwritten, so there is nothing to copy. '
          : `${counted(copied, 'item')}, ${size(outcome.safetyCopyBytes)}, into Reprise's own vault. `}
        Undo works at any time, after a restart too.
      </Part>
      {changing.length > 0 && (
        <Part
          icon={<Icon of={ScanLine} size={14} className="text-text-3" />}
          title="Checked again before the first write"
        >
          <ul className="mt-6 flex flex-col gap-4">
            {changing.slice(0, mostListed).map((step) => (
              <li key={step.id} className="flex items-baseline gap-8">
                <Icon of={Check} size={12} className="self-center text-green" />
                <span className="trunc min-w-0 flex-1" title={step.path}>
                  {targetName(step)}
                </span>
                <span className="flex-none font-mono text-[11.5px] text-text-3">{shortHash(step.before.sha256)}</span>
              </li>
            ))}
            {changing.length > mostListed && <li>and {counted(changing.length - mostListed, 'other item')}</li>}
          </ul>
          <p className="mt-8">If one of these has changed, nothing is written and you get a new plan.</p>
        </Part>
      )}
      {notes.length > 0 && (
        <Part icon={<Icon of={Info} size={14} className="text-text-3" />} title="Good to know">
          <ul className="mt-2 flex flex-col gap-6">
            {notes.map((note) => (
              <li key={note} className="read-text [overflow-wrap:anywhere]">
                {note}
              </li>
            ))}
          </ul>
        </Part>
      )}
    </aside>
  )
}

function Part({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <section className="px-20 pt-14 pb-14 not-first:border-t not-first:border-line">
      <h3 className="flex items-center gap-8 pb-4 font-semibold">
        {icon}
        {title}
      </h3>
      <div className="text-second text-text-2">{children}</div>
    </section>
  )
}
