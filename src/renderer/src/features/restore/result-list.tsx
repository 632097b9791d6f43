import type { StepResult } from '@shared/domain/operation'
import type { PlanStep } from '@shared/domain/plan'
import { Icon } from '../../ui/icon'
import { PathText } from '../../ui/path-text'
import { shortHash } from './hash-words'
import { outcomeSigns, outcomeWord, targetName } from './step-signs'

interface ResultListProps {
  results: readonly StepResult[]
  /** The plan's steps, for what each file is now; empty where that is not certain. */
  steps: readonly PlanStep[]
}

/** What became of each file. */
export function ResultList({ results, steps }: ResultListProps) {
  if (results.length === 0) return null
  const byId = new Map(steps.map((step) => [step.id, step]))
  return (
    <table className="w-full table-fixed border-t border-line text-table">
      <caption className="sr-only">What became of each file</caption>
      <colgroup>
        <col className="w-140" />
        <col />
        <col className="w-180" />
      </colgroup>
      <thead className="sr-only">
        <tr>
          <th scope="col">Outcome</th>
          <th scope="col">File</th>
          <th scope="col">Checked</th>
        </tr>
      </thead>
      <tbody>
        {results.map((result) => (
          <ResultRow key={result.step} result={result} step={byId.get(result.step)} />
        ))}
      </tbody>
    </table>
  )
}

function ResultRow({ result, step }: { result: StepResult; step: PlanStep | undefined }) {
  const { icon, tone } = outcomeSigns[result.outcome]
  return (
    <tr className="border-line align-top not-first:border-t">
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

function evidence({ outcome, action }: StepResult, step: PlanStep): string {
  if (outcome === 'kept') return action === 'keep' ? 'as it was' : 'as it was, by choice'
  if (outcome !== 'done') return ''
  return step.after.sha256 === null ? 'in the safety copy' : `matches ${shortHash(step.after.sha256)}`
}
