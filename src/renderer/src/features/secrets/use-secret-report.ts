import type { SecretReport } from '@shared/domain/secret'
import type { TranscriptRef } from '@shared/domain/session'
import type { Failure } from '@shared/ipc/errors'
import type { Progress } from '@shared/ipc/operation-kinds'
import { useEffect, useRef, useState } from 'react'
import { run } from '../../state/bridge'
import { useSessionRevision } from '../../state/library-store'

export type ReportPhase =
  | { readonly name: 'idle' }
  | { readonly name: 'looking'; readonly progress: Progress | null }
  | { readonly name: 'failed'; readonly failure: Failure }
  | { readonly name: 'done'; readonly report: SecretReport }

/** Looks through a session for secrets when it is asked to; what was found is dropped when the session changes. */
export function useSecretReport(session: TranscriptRef): {
  readonly phase: ReportPhase
  look(): void
  cancel(): void
} {
  const revision = useSessionRevision(session)
  const [phase, setPhase] = useState<ReportPhase>({ name: 'idle' })
  const job = useRef<ReturnType<typeof run<'secrets.report'>> | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision says that the report is of another text
  useEffect(() => {
    setPhase({ name: 'idle' })
    return () => job.current?.cancel()
  }, [session.source, session.id, revision])
  const look = () => {
    const { source, id } = session
    const mine = run('secrets.report', { session: { source, id } }, (progress) => {
      if (job.current === mine) setPhase({ name: 'looking', progress })
    })
    job.current = mine
    setPhase({ name: 'looking', progress: null })
    void mine.result.then((answer) => {
      if (job.current !== mine) return
      if (answer.ok) setPhase({ name: 'done', report: answer.value })
      else if (answer.error.code === 'cancelled') setPhase({ name: 'idle' })
      else setPhase({ name: 'failed', failure: answer.error })
    })
  }
  return { phase, look, cancel: () => job.current?.cancel() }
}
