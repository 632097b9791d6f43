import type { Comparison } from '@shared/domain/diff'
import type { RunningJob } from '@shared/ipc/bridge'
import type { Failure } from '@shared/ipc/errors'
import { useCallback, useEffect, useState } from 'react'
import { run } from '../../state/bridge'
import type { ComparePoint } from '../../state/compare-store'
import { useSessionRevision } from '../../state/library-store'
import { useServiceStore } from '../../state/service-store'

export interface ComparisonState {
  readonly comparison: Comparison | null
  readonly failure: Failure | null
  /** Entries read so far while it is made; null while nothing is under way. */
  readonly reading: number | null
  /** Compares again, after the service has forgotten it or a session has changed. */
  again(): void
}

/** The comparison of two points. It is made again when one of their sessions changes; what was there stays until then. */
export function useComparison(a: ComparePoint, b: ComparePoint): ComparisonState {
  const [comparison, setComparison] = useState<Comparison | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [reading, setReading] = useState<number | null>(0)
  const [asked, setAsked] = useState(0)
  const revision = useSessionRevision(a.ref) + useSessionRevision(b.ref)
  const generation = useServiceStore((state) => state.generation)
  // biome-ignore lint/correctness/useExhaustiveDependencies: revision, generation and asked only say when to compare again
  useEffect(() => {
    let job: RunningJob<Comparison> | null = null
    let stale = false
    setReading(0)
    job = run('compare.make', { a: a.ref, b: b.ref }, ({ done }) => !stale && setReading(done))
    void job.result.then((answer) => {
      if (stale || (!answer.ok && answer.error.code === 'service.restarted')) return
      setReading(null)
      setFailure(answer.ok ? null : answer.error)
      if (answer.ok) setComparison(answer.value)
    })
    return () => {
      stale = true
      job?.cancel()
    }
  }, [a.ref, b.ref, revision, generation, asked])
  const again = useCallback(() => setAsked((count) => count + 1), [])
  return { comparison, failure, reading, again }
}
