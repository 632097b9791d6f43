import type { ApplyResult } from '@shared/domain/operation'
import type { Failure } from '@shared/ipc/errors'
import { CircleAlert } from 'lucide-react'
import { Icon } from '../../ui/icon'
import { ResultList } from './result-list'

interface FailureViewProps {
  failure: Failure
  results: ApplyResult['results']
}

/** Why there is no plan, or why it was not carried out, and what can be done. */
export function FailureView({ failure, results }: FailureViewProps) {
  return (
    <>
      <div className="flex items-start gap-12 px-20 pt-4 pb-20">
        <Icon of={CircleAlert} size={20} className={results.length > 0 ? 'text-red' : 'text-amber'} />
        <div className="read-text">
          <p className="text-lead font-semibold">{failure.message}</p>
          {failure.advice && <p className="mt-4 text-text-2">{failure.advice}</p>}
        </div>
      </div>
      <ResultList results={results} />
    </>
  )
}
