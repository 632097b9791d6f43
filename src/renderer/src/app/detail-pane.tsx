import { type ReactNode, Suspense } from 'react'
import { OperationsPage } from '../features/operations/operations-page'
import { AgentPage } from '../features/sources/agent-page'
import { useCompare } from '../state/compare-store'
import { useNavigation } from '../state/navigation-store'
import { CompareView } from './later-parts'
import { SessionDetail } from './session-detail'

/** The third pane: a session, an agent's sources, the operations, or two points that are compared. */
export function DetailPane({ edge }: { edge: ReactNode }) {
  const page = useNavigation((state) => state.page)
  const view = useNavigation((state) => state.view)
  const compared = useCompare((state) => state.shown)
  return (
    <main className="relative flex min-w-0 flex-1 flex-col overflow-hidden bg-page">
      {edge}
      {compared ? (
        <Suspense fallback={null}>
          <CompareView {...compared} />
        </Suspense>
      ) : page === 'operations' ? (
        <OperationsPage />
      ) : page === 'agent' && view.kind === 'agent' ? (
        <AgentPage key={view.agent} agent={view.agent} />
      ) : (
        <SessionDetail />
      )}
    </main>
  )
}
