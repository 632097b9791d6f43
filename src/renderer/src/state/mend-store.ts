import type { Checkpoint } from '@shared/domain/checkpoint'
import type { Fix } from '@shared/domain/repair'
import type { SessionRef } from '@shared/domain/session'
import type { Failure } from '@shared/ipc/errors'
import { useEffect, useState } from 'react'
import { useAnnouncer } from './announcer-store'
import { run } from './bridge'
import { useSessionRevision } from './library-store'

export type MendPhase =
  | { readonly name: 'idle' }
  | { readonly name: 'looking' }
  | { readonly name: 'found'; readonly fixes: readonly Fix[] }
  | { readonly name: 'copying'; readonly fixes: readonly Fix[] }
  | { readonly name: 'copied'; readonly fixes: readonly Fix[]; readonly checkpoint: Checkpoint }
  | { readonly name: 'failed'; readonly failure: Failure }

export interface Mending {
  readonly phase: MendPhase
  look(): void
  copy(fixes: readonly string[]): void
}

/** A copy changes the session's revision, for it is a new checkpoint; that it is made stays said all the same. */
function isCopy(phase: MendPhase): phase is Extract<MendPhase, { readonly name: 'copying' | 'copied' }> {
  return phase.name === 'copying' || phase.name === 'copied'
}

function foundAgain(last: MendPhase, fixes: readonly Fix[]): MendPhase {
  return isCopy(last) ? { ...last, fixes } : { name: 'found', fixes }
}

/** What of a session's damage can be mended: looked for when it is asked for, or at once where `wanted`, and again after it has changed. */
export function useMending(session: SessionRef, wanted: boolean): Mending {
  const { source, id } = session
  const revision = useSessionRevision(session)
  const [phase, setPhase] = useState<MendPhase>({ name: 'idle' })
  const [asked, setAsked] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision only says when to look again
  useEffect(() => {
    if (!wanted && !asked) return
    setPhase((last) => (isCopy(last) ? last : { name: 'looking' }))
    const job = run('repair.find', { session: { source, id } }, () => undefined)
    let stale = false
    void job.result.then((answer) => {
      if (stale) return
      setPhase((last) => (answer.ok ? foundAgain(last, answer.value.fixes) : { name: 'failed', failure: answer.error }))
    })
    return () => {
      stale = true
      job.cancel()
    }
  }, [source, id, wanted, asked, revision])
  return {
    phase,
    look: () => setAsked(true),
    copy(chosen) {
      const fixes = 'fixes' in phase ? phase.fixes : []
      setPhase({ name: 'copying', fixes })
      const job = run('repair.copy', { session: { source, id }, fixes: [...chosen] }, () => undefined)
      void job.result.then((answer) => {
        setPhase(
          answer.ok
            ? { name: 'copied', fixes, checkpoint: answer.value.checkpoint }
            : { name: 'failed', failure: answer.error }
        )
        useAnnouncer.getState().sayAtOnce(answer.ok ? 'A mended copy was kept.' : answer.error.message)
      })
    }
  }
}
