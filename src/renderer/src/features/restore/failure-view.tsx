import type { ApplyResult } from '@shared/domain/operation'
import type { Failure } from '@shared/ipc/errors'
import { ResultList } from './result-list'

interface FailureViewProps {
  failure: Failure
  results: ApplyResult['results']
}

/** Why there is no plan, or why it was not carried out, and what can be done. */
export function FailureView({ failure, results }: FailureViewProps) {
  return (
    <>
      <div className="read-text border-t border-line px-20 py-16 [overflow-wrap:anywhere]">
        <p>{failure.message}</p>
        {failure.advice && <p className="mt-4 text-text-2">{failure.advice}</p>}
      </div>
      <ResultList results={results} steps={[]} />
    </>
  )
}
