import type { Plan, PlanStep } from '@shared/domain/plan'
import { Icon } from '../../ui/icon'
import { PathText } from '../../ui/path-text'
import { size } from '../../words/numbers'
import type { PlanOutcome } from './plan-outcome'
import { actionSigns, targetName } from './step-signs'

/** Every file of the plan, with what becomes of it under the present choices. */
export function PlanSteps({ plan, outcome }: { plan: Plan; outcome: PlanOutcome }) {
  return (
    <table className="w-full table-fixed text-table">
      <caption className="sr-only">Files of this plan</caption>
      <thead>
        <tr className="text-second text-text-3">
          <th scope="col" className="text-start h-30 w-112 ps-20 font-normal">
            Action
          </th>
          <th scope="col" className="text-start font-normal">
            File
          </th>
          <th scope="col" className="text-start w-3/10 font-normal">
            Because
          </th>
          <th scope="col" className="w-84 pe-20 text-end font-normal">
            Size
          </th>
        </tr>
      </thead>
      <tbody>
        {plan.steps.map((step) => (
          <StepRow key={step.id} step={step} kept={outcome.leftOut.has(step.id)} />
        ))}
      </tbody>
    </table>
  )
}

function StepRow({ step, kept }: { step: PlanStep; kept: boolean }) {
  const { icon, word, tone } = actionSigns[kept ? 'keep' : step.action]
  const bytes = step.action === 'remove' ? step.before.bytes : step.after.bytes
  return (
    <tr className="border-t border-line align-top">
      <td className={`py-7 ps-20 ${tone}`}>
        <span className="flex items-center gap-6">
          <Icon of={icon} size={14} />
          {word}
        </span>
      </td>
      <td className="py-7 pe-12">
        <span className="block">{targetName(step)}</span>
        <PathText path={step.path} className="block" />
      </td>
      <td className="read-text py-7 pe-12 text-text-2">{kept ? 'stays as it is, by choice' : step.because}</td>
      <td className="py-7 pe-20 text-end text-text-2 tabular-nums">{size(bytes)}</td>
    </tr>
  )
}
