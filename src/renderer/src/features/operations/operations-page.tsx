import { ClipboardList } from 'lucide-react'
import { useAnswer } from '../../state/answer'
import { useLibraryStore } from '../../state/library-store'
import { EmptyState } from '../../ui/empty-state'
import { LoadingRows } from '../../ui/loading-rows'
import { size } from '../../words/numbers'
import { OperationCard } from './operation-card'

/** Every change that Reprise made, newest first. */
export function OperationsPage() {
  const changes = useLibraryStore((state) => state.operations)
  const { value, error } = useAnswer('operations.list', { limit: 200 }, changes)
  return (
    <>
      <header className="flex-none px-20 pt-13 pb-12" data-region="actions">
        <h1 className="pt-2 text-title font-semibold tracking-[-0.012em]">Operations</h1>
        <p className="mt-4 text-second text-text-2">
          Every change that Reprise made, newest first. What was there before is kept.
          {value && value.vaultBytes > 0 && ` Safety copies use ${size(value.vaultBytes)}.`}
        </p>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto border-t border-line px-20 py-16" data-region="content">
        {error && !value && (
          <EmptyState icon={ClipboardList} title={error.message}>
            {error.advice}
          </EmptyState>
        )}
        {!error && !value && <LoadingRows count={3} height={40} label="Loading operations" />}
        {value?.operations.length === 0 && (
          <EmptyState icon={ClipboardList} title="Reprise has not changed anything yet">
            A restore appears here with its safety copy, and can be undone from here.
          </EmptyState>
        )}
        <ol className="flex flex-col gap-10" aria-label="Operations, newest first">
          {value?.operations.map((operation) => (
            <OperationCard key={operation.id} operation={operation} />
          ))}
        </ol>
      </div>
    </>
  )
}
