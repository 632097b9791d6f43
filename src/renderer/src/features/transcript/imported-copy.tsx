import { type AgentId, agentNames } from '@shared/domain/agents'
import type { SessionSummary } from '@shared/domain/session'
import { PackageOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon'
import { fullDate, moment } from '../../words/calendar'

interface ImportedCopyProps {
  agent: AgentId
  imported: SessionSummary['imported']
  children: ReactNode
}

/** Says that what is shown came from elsewhere and is not in its agent's store. */
export function ImportedCopy({ agent, imported, children }: ImportedCopyProps) {
  return (
    <div className="flex h-full min-h-0 flex-col">
      <p
        role="status"
        className="flex flex-none items-center gap-8 border-b border-line bg-raised px-20 py-6 text-second text-text-2"
      >
        <Icon of={PackageOpen} size={14} className="text-text-3" />
        <span className="min-w-0 [overflow-wrap:anywhere]" title={imported && fullDate(imported.at)}>
          Imported: it is in the library of Reprise, and not in the store of {agentNames[agent]}.
          {imported && <span className="text-text-3"> {whereFrom(imported)}</span>}
        </span>
      </p>
      <div className="flex min-h-0 flex-1 flex-col">{children}</div>
    </div>
  )
}

/** What the copy is called says mostly where it came from. */
function whereFrom({ from, at }: NonNullable<SessionSummary['imported']>): string {
  const words = from?.replace(/^Imported from /, 'From ')
  return `${words ? `${words}, ` : ''}${moment(at, Date.now())}.`
}
