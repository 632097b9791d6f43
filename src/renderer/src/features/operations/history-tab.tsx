import type { Operation } from '@shared/domain/operation'
import type { Failure } from '@shared/ipc/errors'
import { ClipboardList } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { LoadingRows } from '../../ui/loading-rows'
import { useVirtualRows } from '../../ui/use-virtual-rows'
import { count } from '../../words/numbers'
import { OperationCard } from './operation-card'
import { everything, matches } from './operation-filter'
import { OperationFilters } from './operation-filters'

interface HistoryTabProps {
  operations: readonly Operation[] | undefined
  error: Failure | undefined
}

/** The operations, newest first, each with its results and the way to take it back. */
export function HistoryTab({ operations, error }: HistoryTabProps) {
  const [filter, setFilter] = useState(everything)
  if (!operations) {
    return error ? (
      <EmptyState icon={ClipboardList} title={error.message}>
        {error.advice}
      </EmptyState>
    ) : (
      <LoadingRows count={3} height={40} label="Loading operations" />
    )
  }
  if (operations.length === 0) {
    return (
      <EmptyState icon={ClipboardList} title="Reprise has not changed anything yet">
        A restore appears here with its safety copy, and can be undone from here.
      </EmptyState>
    )
  }
  const shown = operations.filter((operation) => matches(operation, filter))
  return (
    <>
      <div className="flex flex-none flex-wrap items-center gap-8 px-20 pt-12">
        <OperationFilters operations={operations} filter={filter} onChange={setFilter} />
        <span role="status" className="ms-auto text-second text-text-3 tabular-nums">
          {shown.length < operations.length && `${count(shown.length)} of ${count(operations.length)}`}
        </span>
      </div>
      {shown.length === 0 ? (
        <EmptyState
          icon={ClipboardList}
          title="No operation is like this"
          action={<Button onClick={() => setFilter(everything)}>Show all</Button>}
        />
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto px-20 pt-12 pb-10">
          <OperationList operations={shown} />
        </div>
      )}
    </>
  )
}

function OperationList({ operations }: { operations: readonly Operation[] }) {
  const { container, rows, before, after, measure } = useVirtualRows<HTMLOListElement>(operations.length, 110)
  return (
    <ol ref={container} aria-label="Operations, newest first" style={{ paddingTop: before, paddingBottom: after }}>
      {rows.map(({ index }) => {
        const operation = operations[index]
        if (!operation) return null
        return (
          <li
            key={operation.id}
            ref={measure}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={operations.length}
            aria-label={operation.title}
            className="pb-10"
          >
            <OperationCard operation={operation} />
          </li>
        )
      })}
    </ol>
  )
}
