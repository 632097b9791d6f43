import type { Plan, PlanStep } from '@shared/domain/plan'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { Fragment, useState } from 'react'
import { Icon } from '../../ui/icon'
import { PathText } from '../../ui/path-text'
import { SpacerRow } from '../../ui/spacer-row'
import { useVirtualRows } from '../../ui/use-virtual-rows'
import { size } from '../../words/numbers'
import type { PlanOutcome } from './plan-outcome'
import { StepDifference } from './step-difference'
import { actionSigns, targetName } from './step-signs'

/** Every item of the plan, with what becomes of it under the present choices. */
export function PlanSteps({ plan, outcome }: { plan: Plan; outcome: PlanOutcome }) {
  const { container, rows, before, after, measure } = useVirtualRows<HTMLTableSectionElement>(plan.steps.length, 54)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string) =>
    setOpened((last) => new Set(last.has(id) ? [...last].filter((each) => each !== id) : [...last, id]))
  return (
    <table className="w-full table-fixed text-table" aria-rowcount={plan.steps.length + 1}>
      <caption className="sr-only">Items of this plan</caption>
      <thead>
        <tr className="text-second text-text-3">
          <th scope="col" className="text-start h-30 w-112 ps-20 font-normal">
            Action
          </th>
          <th scope="col" className="text-start font-normal">
            Item
          </th>
          <th scope="col" className="text-start w-3/10 font-normal">
            Because
          </th>
          <th scope="col" className="w-84 pe-20 text-end font-normal">
            Size
          </th>
        </tr>
      </thead>
      <tbody ref={container}>
        <SpacerRow height={before} columns={4} />
        {rows.map(({ index, key }) => {
          const step = plan.steps[index]
          if (!step) return null
          const open = opened.has(step.id)
          return (
            <Fragment key={key}>
              <StepRow
                {...{ step, index, measure, open }}
                kept={outcome.leftOut.has(step.id)}
                onToggle={() => toggle(step.id)}
              />
              {open && (
                <tr>
                  <td colSpan={4}>
                    <StepDifference plan={plan} step={step} />
                  </td>
                </tr>
              )}
            </Fragment>
          )
        })}
        <SpacerRow height={after} columns={4} />
      </tbody>
    </table>
  )
}

interface StepRowProps {
  step: PlanStep
  kept: boolean
  index: number
  measure: (row: Element | null) => void
  /** Whether what it changes is shown below. */
  open: boolean
  onToggle: () => void
}

function StepRow({ step, kept, index, measure, open, onToggle }: StepRowProps) {
  const { icon, word, tone } = actionSigns[kept ? 'keep' : step.action]
  const bytes = step.action === 'remove' ? step.before.bytes : step.after.bytes
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2} className="border-t border-line align-top">
      <td className={`py-7 ps-20 ${tone}`}>
        <span className="flex items-center gap-6">
          <Icon of={icon} size={14} />
          {word}
        </span>
      </td>
      <td className="py-7 pe-12">
        {step.action === 'keep' ? (
          <span className="block">{targetName(step)}</span>
        ) : (
          <button
            type="button"
            aria-expanded={open}
            aria-label={`${targetName(step)}: what changes`}
            title="Show what changes"
            onClick={onToggle}
            className="flex min-h-24 max-w-full items-center gap-4 text-start hover:underline"
          >
            <Icon of={open ? ChevronDown : ChevronRight} size={12} className="flex-none text-text-3" />
            <span className="min-w-0 [overflow-wrap:anywhere]">{targetName(step)}</span>
          </button>
        )}
        <PathText path={step.path} className="block" />
      </td>
      <td className="read-text py-7 pe-12 text-text-2">{kept ? 'stays as it is, by choice' : step.because}</td>
      <td className="py-7 pe-20 text-end text-text-2 tabular-nums">{size(bytes)}</td>
    </tr>
  )
}
