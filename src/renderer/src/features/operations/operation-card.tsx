import { agentNames } from '@shared/domain/agents'
import type { Operation, OperationState } from '@shared/domain/operation'
import { CircleCheck, CircleX, Loader, type LucideIcon, TriangleAlert, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useNow } from '../../state/now'
import { useRestore } from '../../state/restore-store'
import { AgentGlyph } from '../../ui/agent-glyph'
import { Button } from '../../ui/button'
import { Fold } from '../../ui/fold'
import { Icon } from '../../ui/icon'
import { fullDate, moment } from '../../words/calendar'
import { counted } from '../../words/numbers'
import { shortPath } from '../../words/paths'

const states: Readonly<Record<OperationState, { icon: LucideIcon; word: string; tone: string }>> = {
  running: { icon: Loader, word: 'running', tone: 'text-accent' },
  done: { icon: CircleCheck, word: 'done', tone: 'text-green' },
  failed: { icon: CircleX, word: 'failed', tone: 'text-red' },
  'rolled-back': { icon: Undo2, word: 'did not succeed, everything was put back', tone: 'text-amber' },
  undone: { icon: Undo2, word: 'done, then undone', tone: 'text-text-3' },
  interrupted: { icon: TriangleAlert, word: 'interrupted', tone: 'text-amber' }
}

/** One operation: what it was, how it ended, what became of each file, and the way to take it back. */
export function OperationCard({ operation }: { operation: Operation }) {
  const now = useNow()
  const openSheet = useRestore((state) => state.open)
  const [open, setOpen] = useState(false)
  const { icon, word, tone } = states[operation.state]
  return (
    <li className="rounded-card border border-line px-16 py-12">
      <div className="flex items-start gap-10">
        <span className="mt-1">
          <AgentGlyph agent={operation.agent} named={false} />
        </span>
        <div className="min-w-0 flex-1">
          <div className="trunc font-medium">{operation.title}</div>
          <div className="flex flex-wrap items-center gap-x-8 text-second text-text-2">
            <span className={`inline-flex items-center gap-5 ${tone}`}>
              <Icon of={icon} size={13} />
              {operation.kind === 'undo' ? 'Undo' : 'Restore'}, {word}
              {operation.verified && ', checked'}
            </span>
            <span className="text-text-3">{agentNames[operation.agent]}</span>
            <time title={fullDate(operation.startedAt)} className="text-text-3 tabular-nums">
              {moment(operation.startedAt, now)}
            </time>
          </div>
          {operation.message && <p className="read-text mt-4 text-second text-text-2">{operation.message}</p>}
        </div>
        {operation.canUndo && (
          <Button onClick={() => openSheet({ kind: 'undo', operation: operation.id })}>
            <Icon of={Undo2} size={14} />
            Undo…
          </Button>
        )}
      </div>
      <Fold className="mt-6 pl-28" title={counted(operation.results.length, 'item')} open={open} onToggle={setOpen}>
        <ul className="mt-4 flex flex-col gap-4 text-second">
          {operation.results.map((result) => (
            <li key={result.step} className="read-text [overflow-wrap:anywhere]">
              <span className="text-text-2">
                {result.action}: {result.outcome.replace('-', ' ')}
              </span>{' '}
              <span className="font-mono text-[11.5px]">{shortPath(result.path)}</span>
              {result.message && <span className="block text-text-2">{result.message}</span>}
            </li>
          ))}
        </ul>
      </Fold>
    </li>
  )
}
