import type { ChangeKind } from '@shared/domain/change'
import { useEffect, useMemo } from 'react'
import { type CommandName, offerCommand } from '../../state/commands'
import { useCompare } from '../../state/compare-store'
import { useExport } from '../../state/export-store'
import { useKeep } from '../../state/keep-store'
import { useLibraryStore } from '../../state/library-store'
import type { SessionDetails } from '../../state/open-session-store'
import { useRestore } from '../../state/restore-store'
import { collectionOf, deletionOf, forkOf, migrationOf } from '../../state/session-changes'

type SessionCommand = Extract<CommandName, `session.${string}`>
export type SessionChanges = Partial<Record<SessionCommand, () => void>>

/** States in which the agent itself no longer has the session, so that there is nothing to change in its store. */
const lost: ReadonlySet<string> = new Set(['gone'])
/** States in which there is something to compare with. */
const comparable: ReadonlySet<string> = new Set(['ok', 'partial'])
/** Layouts that a migration brings into the present one. */
const older: ReadonlySet<string> = new Set(['legacy', 'bare'])
const noKinds: readonly ChangeKind[] = []

/** What can be done with the open session; each makes a plan first, or asks. What the agent's format does not allow is not in here. */
export function useSessionChanges({ session }: SessionDetails): SessionChanges {
  const kinds = useLibraryStore((state) => state.planable[session.agent]) ?? noKinds
  const keeps = useLibraryStore((state) => state.keeps.includes(session.agent))
  const changes = useMemo(() => {
    const all: SessionChanges = {}
    const { source, id, agent, title, updatedAt: at } = session
    const now = { ref: { source, id }, agent, title, label: null, at }
    if (comparable.has(session.state)) all['session.compare'] = () => useCompare.getState().choose(now)
    if (lost.has(session.state)) return all
    const { open } = useRestore.getState()
    if (keeps) all['session.keep'] = () => useKeep.getState().ask(session)
    all['session.export'] = () => useExport.getState().ask(session)
    if (kinds.includes('fork')) all['session.fork'] = () => open(forkOf(session))
    if (kinds.includes('migrate') && older.has(session.layout ?? ''))
      all['session.migrate'] = () => open(migrationOf(session))
    if (kinds.includes('collect')) all['session.collect'] = () => open(collectionOf(session))
    if (kinds.includes('delete')) all['session.delete'] = () => open(deletionOf(session))
    return all
  }, [session, kinds, keeps])
  useEffect(() => {
    const offers = Object.entries(changes).map(([name, run]) => offerCommand(name as SessionCommand, run))
    return () => {
      for (const end of offers) end()
    }
  }, [changes])
  return changes
}
