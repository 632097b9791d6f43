import { type AgentId, agentNames } from '@shared/domain/agents'
import { PackageOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon'

/** Says that what is shown came from elsewhere and is not in its agent's store. */
export function ImportedCopy({ agent, children }: { agent: AgentId; children: ReactNode }) {
  return (
    <div className="flex h-full min-h-0 flex-col">
      <p
        role="status"
        className="flex flex-none items-center gap-8 border-b border-line bg-raised px-20 py-6 text-second text-text-2"
      >
        <Icon of={PackageOpen} size={14} className="text-text-3" />
        Imported: it is in the library of Reprise, and not in the store of {agentNames[agent]}.
      </p>
      <div className="flex min-h-0 flex-1 flex-col">{children}</div>
    </div>
  )
}
