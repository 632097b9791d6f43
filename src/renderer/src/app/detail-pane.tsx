import type { ReactNode } from 'react'
import { OperationsPage } from '../features/operations/operations-page'
import { AgentPage } from '../features/sources/agent-page'
import { useNavigation } from '../state/navigation-store'
import { SessionDetail } from './session-detail'

/** The third pane: a session, an agent's sources, or the operations. */
export function DetailPane({ edge }: { edge: ReactNode }) {
  const page = useNavigation((state) => state.page)
  const view = useNavigation((state) => state.view)
  return (
    <main className="relative flex min-w-0 flex-1 flex-col overflow-hidden bg-page">
      {edge}
      {page === 'operations' ? (
        <OperationsPage />
      ) : page === 'agent' && view.kind === 'agent' ? (
        <AgentPage key={view.agent} agent={view.agent} />
      ) : (
        <SessionDetail />
      )}
    </main>
  )
}
