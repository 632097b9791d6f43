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
import { OperationResults } from './operation-results'
import { stateWords, whyNoUndo } from './operation-words'

const signs: Readonly<Record<OperationState, { icon: LucideIcon; tone: string }>> = {
  running: { icon: Loader, tone: 'text-accent' },
  done: { icon: CircleCheck, tone: 'text-green' },
  failed: { icon: CircleX, tone: 'text-red' },
  'rolled-back': { icon: Undo2, tone: 'text-amber' },
  undone: { icon: Undo2, tone: 'text-text-3' },
  interrupted: { icon: TriangleAlert, tone: 'text-amber' }
}

/** One operation: what it was, how it ended, what became of each file, and the way to take it back. */
export function OperationCard({ operation }: { operation: Operation }) {
  const [open, setOpen] = useState(false)
  const reason = whyNoUndo(operation)
  return (
    <div className="rounded-card border border-line px-16 pt-12 pb-10">
      <div className="flex items-start gap-10">
        <span className="mt-1">
          <AgentGlyph agent={operation.agent} named={false} />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="read-text font-medium [overflow-wrap:anywhere]">{operation.title}</h2>
          <Facts operation={operation} />
          {reason && <p className="mt-4 text-second text-text-3">{reason}</p>}
          {operation.message && <p className="read-text mt-4 text-second text-text-2">{operation.message}</p>}
        </div>
        {operation.canUndo && <UndoButton operation={operation} />}
      </div>
      <Fold className="mt-6 ps-28" title={counted(operation.results.length, 'item')} open={open} onToggle={setOpen}>
        <OperationResults results={operation.results} />
      </Fold>
    </div>
  )
}

function Facts({ operation }: { operation: Operation }) {
  const now = useNow()
  const { icon, tone } = signs[operation.state]
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-10 text-second text-text-3 tabular-nums">
      <span className="inline-flex items-center gap-6 text-text-2">
        <Icon of={icon} size={13} className={tone} />
        {stateWords(operation)}
      </span>
      <span>{agentNames[operation.agent]}</span>
      <time title={fullDate(operation.startedAt)}>{moment(operation.startedAt, now)}</time>
    </div>
  )
}

function UndoButton({ operation }: { operation: Operation }) {
  const open = useRestore((state) => state.open)
  const { id, kind, agent, title } = operation
  return (
    <Button onClick={() => open({ kind: 'undo', operation: id, undoes: kind, agent, title })}>
      <Icon of={Undo2} size={14} />
      Undo…
    </Button>
  )
}
