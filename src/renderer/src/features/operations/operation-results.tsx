import type { StepResult } from '@shared/domain/operation'
import { PathText } from '../../ui/path-text'

const past: Readonly<Record<StepResult['action'], string>> = {
  create: 'created',
  replace: 'replaced',
  remove: 'removed',
  keep: 'kept'
}
const ends: Readonly<Record<Exclude<StepResult['outcome'], 'done'>, string>> = {
  kept: 'kept',
  failed: 'failed',
  'put-back': 'put back',
  'not-started': 'not started'
}

/** What became of each file of an operation. */
export function OperationResults({ results }: { results: readonly StepResult[] }) {
  return (
    <ul className="mt-4 flex flex-col gap-4 text-second">
      {results.map((result) => (
        <li key={result.step} className="grid grid-cols-[88px_1fr] items-baseline gap-x-12">
          <span className="text-text-2">{result.outcome === 'done' ? past[result.action] : ends[result.outcome]}</span>
          <span className="min-w-0">
            <PathText path={result.path} />
            {result.message && <span className="read-text block text-text-2">{result.message}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}
