import type { SessionRef } from '@shared/domain/session'
import type { Accounting, TokenUsage } from '@shared/domain/transcript'
import type { OutputOf } from '@shared/ipc/contract'
import type { Failure } from '@shared/ipc/errors'
import type { Progress } from '@shared/ipc/operation-kinds'
import { useEffect, useRef, useState } from 'react'
import { create } from 'zustand'
import { useAnswer } from './answer'
import { run } from './bridge'
import { useSessionRevision } from './library-store'

export type SessionDetails = OutputOf<'sessions.get'>

interface OpenSessionStore {
  /** Counts of the open session's records; null while they are not known. */
  readonly accounting: Accounting | null
  /** What the model used for it; null while that is not known, and where the agent does not record it. */
  readonly usage: TokenUsage | null
  /** Progress of counting them. */
  readonly counting: Progress | null
}

/** What the status bar says about the open session. */
export const useOpenSession = create<OpenSessionStore>(() => ({ accounting: null, usage: null, counting: null }))

/** Moving through the list with a key held down opens nothing on the way. */
const rest = 90
/** Counting reads the whole session; the first screen comes first. */
const countAfter = 700

export interface OpenedSession {
  readonly session: SessionRef | null
  readonly details: SessionDetails | undefined
  readonly error: Failure | undefined
}

/** Facts of the session that the person rests on. Its records are counted where that has not been done. */
export function useSessionDetails(chosen: SessionRef | null): OpenedSession {
  const session = useRested(chosen)
  const revision = useSessionRevision(session)
  const answer = useAnswer('sessions.get', session ? { session } : null, revision)
  useCounting(session, answer.value)
  return { session, details: answer.value, error: answer.error }
}

/** The chosen session: at once, unless it changes so fast that a key must be held down; then the one that it comes to rest on. */
function useRested(chosen: SessionRef | null): SessionRef | null {
  const [rested, setRested] = useState(chosen && { source: chosen.source, id: chosen.id })
  const changed = useRef(Number.NEGATIVE_INFINITY)
  const { source, id } = chosen ?? {}
  useEffect(() => {
    const take = () =>
      setRested((last) => {
        if (source === undefined || id === undefined) return null
        return last?.source === source && last.id === id ? last : { source, id }
      })
    const now = performance.now()
    const fast = now - changed.current < 2 * rest
    changed.current = now
    if (!fast) return take()
    const timer = setTimeout(take, rest)
    return () => clearTimeout(timer)
  }, [source, id])
  return rested
}

function useCounting(session: SessionRef | null, details: SessionDetails | undefined): void {
  const known = details?.accounting
  const usage = details?.usage ?? null
  useEffect(() => {
    useOpenSession.setState({ accounting: known ?? null, usage, counting: null })
    if (!session || known !== null) return
    let job: ReturnType<typeof run<'transcript.account'>> | undefined
    const timer = setTimeout(() => {
      job = run('transcript.account', { session }, (counting) => useOpenSession.setState({ counting }))
      void job.result.then((answer) => {
        if (!answer.ok) return useOpenSession.setState({ counting: null })
        const { accounting, usage } = answer.value
        useOpenSession.setState({ counting: null, accounting, usage })
      })
    }, countAfter)
    return () => {
      clearTimeout(timer)
      job?.cancel()
    }
  }, [session, known, usage])
}
