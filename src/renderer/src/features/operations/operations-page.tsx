import type { Operation, OperationState } from '@shared/domain/operation'
import { ClipboardList } from 'lucide-react'
import { useAnswer } from '../../state/answer'
import { useLibraryStore } from '../../state/library-store'
import { useNow } from '../../state/now'
import { AgentGlyph } from '../../ui/agent-glyph'
import { EmptyState } from '../../ui/empty-state'
import { LoadingRows } from '../../ui/loading-rows'
import { fullDate, moment } from '../../words/calendar'
import { size } from '../../words/numbers'

const words: Readonly<Record<OperationState, string>> = {
  running: 'running',
  done: 'done',
  failed: 'failed',
  'rolled-back': 'put back',
  undone: 'undone',
  interrupted: 'interrupted'
}

/** Every change that Reprise made, newest first. */
export function OperationsPage() {
  const changes = useLibraryStore((state) => state.operations)
  const { value, error } = useAnswer('operations.list', { limit: 200 }, changes)
  return (
    <>
      <header className="flex-none px-20 pt-13 pb-12" data-region="actions">
        <h1 className="pt-2 text-title font-semibold tracking-[-0.012em]">Operations</h1>
        <p className="mt-4 text-second text-text-2">
          Every change that Reprise made, with what was there before.
          {value && value.vaultBytes > 0 && ` Safety copies use ${size(value.vaultBytes)}.`}
        </p>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto border-t border-line px-20 py-8" data-region="content">
        {error && !value && <EmptyState icon={ClipboardList} title={error.message} />}
        {!error && !value && <LoadingRows count={3} height={40} label="Loading operations" />}
        {value?.operations.length === 0 && (
          <EmptyState icon={ClipboardList} title="Reprise has not changed anything yet">
            A restore appears here with its safety copy, and can be undone from here.
          </EmptyState>
        )}
        <ol>
          {value?.operations.map((operation) => (
            <OperationLine key={operation.id} operation={operation} />
          ))}
        </ol>
      </div>
    </>
  )
}

function OperationLine({ operation }: { operation: Operation }) {
  const now = useNow()
  return (
    <li className="flex items-start gap-10 border-line py-8 not-last:border-b">
      <AgentGlyph agent={operation.agent} />
      <div className="min-w-0 flex-1">
        <div className="trunc font-medium">{operation.title}</div>
        <div className="text-second text-text-3">
          {operation.kind}, {words[operation.state]}
          {operation.message && `. ${operation.message}`}
        </div>
      </div>
      <time title={fullDate(operation.startedAt)} className="text-small text-text-3 tabular-nums">
        {moment(operation.startedAt, now)}
      </time>
    </li>
  )
}
