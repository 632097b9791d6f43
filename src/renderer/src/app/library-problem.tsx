import type { Failure } from '@shared/ipc/errors'
import { DatabaseZap } from 'lucide-react'
import { useLibraryStore } from '../state/library-store'
import { Button } from '../ui/button'
import { EmptyState } from '../ui/empty-state'

/** Nothing can be listed, and why. Nobody's sessions are touched by that. */
export function LibraryProblem({ failure }: { failure: Failure }) {
  const load = useLibraryStore((state) => state.load)
  return (
    <main className="min-h-0 flex-1 overflow-y-auto bg-page" data-region="content">
      <EmptyState
        icon={DatabaseZap}
        title={failure.message}
        action={<Button onClick={() => void load()}>Try again</Button>}
      >
        {failure.advice} The agents’ own sessions are as they were.
      </EmptyState>
    </main>
  )
}
