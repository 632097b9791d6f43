import type { StepResult } from '@shared/domain/operation'
import { PathText } from '../../ui/path-text'
import { useVirtualRows } from '../../ui/use-virtual-rows'

const past: Readonly<Record<StepResult['action'], string>> = {
  create: 'created',
  replace: 'replaced',
  remove: 'set aside',
  keep: 'kept'
}
const ends: Readonly<Record<Exclude<StepResult['outcome'], 'done'>, string>> = {
  kept: 'kept',
  failed: 'failed',
  'put-back': 'put back',
  'not-started': 'not started'
}

/** What became of each item of an operation. */
export function OperationResults({ results }: { results: readonly StepResult[] }) {
  const { container, rows, before, after, measure } = useVirtualRows<HTMLUListElement>(results.length, 22)
  const shown = rows.flatMap(({ index }) => results[index] ?? [])
  return (
    <ul ref={container} className="mt-4 text-second" style={{ paddingTop: before, paddingBottom: after }}>
      {shown.map((result, at) => (
        <li
          key={result.step}
          ref={measure}
          data-index={rows[at]?.index}
          className="grid pb-4 grid-cols-[88px_1fr] items-baseline gap-x-12"
        >
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
