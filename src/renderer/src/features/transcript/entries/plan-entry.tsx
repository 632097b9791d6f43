import type { Entry } from '@shared/domain/transcript'
import { Circle, CircleCheck, CircleDot, CircleSlash, type LucideIcon } from 'lucide-react'
import { Icon } from '../../../ui/icon'
import { Markdown } from '../../../ui/markdown'
import { withMasks } from '../../../ui/masked-text'
import { positions } from '../../../ui/positions'
import { counted } from '../../../words/numbers'
import { ClippedNote, useField } from './clipped-field'

/** Agents have many words for the state of a step; four signs are enough, and the word stays beside them. */
function sign(status: string): { icon: LucideIcon; tone: string } {
  if (/complete|done|finish/i.test(status)) return { icon: CircleCheck, tone: 'text-green' }
  if (/progress|running|active|doing/i.test(status)) return { icon: CircleDot, tone: 'text-accent' }
  if (/cancel|skip|fail|block/i.test(status)) return { icon: CircleSlash, tone: 'text-amber' }
  return { icon: Circle, tone: 'text-text-3' }
}

/** A plan of the agent with its steps. */
export function PlanEntry({ entry }: { entry: Entry }) {
  const text = useField(entry, 'text', entry.text)
  const steps = entry.steps ?? []
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <div className="flex min-h-30 items-center gap-8 bg-raised px-12 text-second">
        <b className="font-semibold">Plan</b>
        {steps.length > 0 && <span className="ms-auto text-text-2 tabular-nums">{counted(steps.length, 'step')}</span>}
      </div>
      {text && (
        <div className="border-t border-line px-12 py-8">
          <Markdown text={text} />
          <ClippedNote entry={entry} field="text" />
        </div>
      )}
      {steps.length > 0 && (
        <ol className="border-t border-line">
          {positions(steps).map(({ key, item: step }) => {
            const { icon, tone } = sign(step.status)
            return (
              <li key={key} className="flex min-h-28 items-start gap-8 border-line px-12 py-4 not-first:border-t">
                <Icon of={icon} size={14} className={`mt-3 ${tone}`} />
                <span dir="auto" className="read-text min-w-0 flex-1 [overflow-wrap:anywhere]">
                  {withMasks(step.text)}
                </span>
                <span className="text-second text-text-3">{step.status.replaceAll('_', ' ')}</span>
              </li>
            )
          })}
        </ol>
      )}
    </div>
  )
}
