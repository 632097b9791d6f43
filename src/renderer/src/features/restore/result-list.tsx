import type { StepResult } from '@shared/domain/operation'
import type { PlanStep } from '@shared/domain/plan'
import { Icon } from '../../ui/icon'
import { PathText } from '../../ui/path-text'
import { SpacerRow } from '../../ui/spacer-row'
import { useVirtualRows } from '../../ui/use-virtual-rows'
import { shortHash } from './hash-words'
import { outcomeSigns, outcomeWord, targetName } from './step-signs'

interface ResultListProps {
  results: readonly StepResult[]
  /** The plan's steps, for what each item is now; empty where that is not certain. */
  steps: readonly PlanStep[]
}

/** What became of each item. */
export function ResultList({ results, steps }: ResultListProps) {
  const { container, rows, before, after, measure } = useVirtualRows<HTMLTableSectionElement>(results.length, 54)
  if (results.length === 0) return null
  const byId = new Map(steps.map((step) => [step.id, step]))
  return (
    <table className="w-full table-fixed border-t border-line text-table" aria-rowcount={results.length + 1}>
      <caption className="sr-only">What became of each item</caption>
      <colgroup>
        <col className="w-140" />
        <col />
        <col className="w-180" />
      </colgroup>
      <thead className="sr-only">
        <tr>
          <th scope="col">Outcome</th>
          <th scope="col">Item</th>
          <th scope="col">Checked</th>
        </tr>
      </thead>
      <tbody ref={container}>
        <SpacerRow height={before} columns={3} />
        {rows.map(({ index, key }) => {
          const result = results[index]
          if (!result) return null
          return <ResultRow key={key} result={result} step={byId.get(result.step)} index={index} measure={measure} />
        })}
        <SpacerRow height={after} columns={3} />
      </tbody>
    </table>
  )
}

interface ResultRowProps {
  result: StepResult
  step: PlanStep | undefined
  index: number
  measure: (row: Element | null) => void
}

function ResultRow({ result, step, index, measure }: ResultRowProps) {
  const { icon, tone } = outcomeSigns[result.outcome]
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2} className="border-line align-top not-first:border-t">
      <td className="py-7 ps-20">
        <span className="flex items-center gap-8">
          <Icon of={icon} size={14} className={tone} />
          <span className={result.outcome === 'done' ? 'font-medium' : 'text-text-2'}>{outcomeWord(result)}</span>
        </span>
      </td>
      <td className="py-7 pe-12">
        {step && <span className="block">{targetName(step)}</span>}
        <PathText path={result.path} className="block" />
        {result.message && <span className="read-text mt-2 block text-second text-text-2">{result.message}</span>}
      </td>
      <td className="py-7 pe-20 text-end text-second text-text-2">{step && evidence(result, step)}</td>
    </tr>
  )
}

function evidence({ outcome, action, message }: StepResult, step: PlanStep): string {
  if (outcome === 'kept') return action === 'keep' ? 'as it was' : 'as it was, by choice'
  // A message says that it is something else by now.
  if (outcome !== 'done' || message !== undefined) return ''
  return step.after.sha256 === null ? 'in the safety copy' : `matches ${shortHash(step.after.sha256)}`
}
