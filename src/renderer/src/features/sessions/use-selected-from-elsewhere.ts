import type { SessionQuery } from '@shared/ipc/contract-sessions'
import { useEffect } from 'react'
import { call } from '../../state/bridge'
import { useNavigation } from '../../state/navigation-store'
import { sessionKey } from '../../state/session-key'
import { indexOf } from './session-pages'
import type { PagedSessions } from './use-session-pages'

/** Scrolls to a session that was opened from somewhere else than the list, when it is in it. */
export function useSelectedFromElsewhere(
  sessions: PagedSessions,
  query: SessionQuery,
  scrollTo: (index: number) => void
): void {
  const selected = useNavigation((state) => state.session)
  const key = selected ? sessionKey(selected) : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newly selected session is looked for
  useEffect(() => {
    if (!selected) return
    const here = indexOf(sessions.held, selected)
    if (here !== null) {
      scrollTo(here)
      return
    }
    let stale = false
    void call('sessions.locate', { query, session: selected }).then((answer) => {
      if (!stale && answer.ok && answer.value.index !== null) scrollTo(answer.value.index)
    })
    return () => {
      stale = true
    }
  }, [key])
}
