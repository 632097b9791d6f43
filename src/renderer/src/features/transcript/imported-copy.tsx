import { type AgentId, agentNames } from '@shared/domain/agents'
import type { SessionSummary } from '@shared/domain/session'
import { PackageOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon'
import { fullDate } from '../../words/calendar'

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
        <span className="min-w-0 [overflow-wrap:anywhere]">
          Imported: it is in the library of Reprise, and not in the store of {agentNames[agent]}.
        </span>
        {imported && (
          <span className="ms-auto flex-none text-text-3">
            {[imported.from, fullDate(imported.at)].filter(Boolean).join(', ')}
          </span>
        )}
      </p>
      <div className="flex min-h-0 flex-1 flex-col">{children}</div>
    </div>
  )
}
