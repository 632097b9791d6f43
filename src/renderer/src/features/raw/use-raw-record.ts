import type { SessionRef } from '@shared/domain/session'
import type { Failure } from '@shared/ipc/errors'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../state/bridge'

export interface RawRecord {
  /** What has been fetched so far. */
  readonly text: string
  /** Where the rest begins; null when all of it is here. */
  readonly next: number | null
  readonly loading: boolean
  readonly error: Failure | null
  more(): void
  /** All of it, also what has not been shown yet; null when that failed. */
  whole(): Promise<string | null>
}

interface Held {
  readonly text: string
  readonly next: number | null
  readonly error: Failure | null
  readonly loading: boolean
}

const nothing: Held = { text: '', next: 0, error: null, loading: true }

/** An entry's native records, fetched piece by piece: the first at once, the others when they are asked for. */
export function useRawRecord(session: SessionRef, entry: string, revision: number): RawRecord {
  const [held, setHeld] = useState(nothing)
  /** Counts up when another record is asked for, so that an answer that comes too late is dropped. */
  const asked = useRef(0)
  const fetchFrom = useCallback(
    async (before: Held, mine: number) => {
      setHeld({ ...before, loading: true })
      const answer = await call('transcript.raw', { session, entry, offset: before.next ?? 0 })
      if (mine !== asked.current) return
      if (!answer.ok) setHeld({ ...before, error: answer.error, loading: false })
      else setHeld({ text: before.text + answer.value.text, next: answer.value.next, error: null, loading: false })
    },
    [session, entry]
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision says that the record may be another one
  useEffect(() => {
    void fetchFrom(nothing, ++asked.current)
  }, [fetchFrom, revision])
  const more = () => {
    if (!held.loading && held.next !== null) void fetchFrom(held, asked.current)
  }
  return { ...held, more, whole: () => restOf(session, entry, held) }
}

async function restOf(session: SessionRef, entry: string, { text, next }: Held): Promise<string | null> {
  const parts = [text]
  for (let offset = next; offset !== null; ) {
    const answer: Awaited<ReturnType<typeof call<'transcript.raw'>>> = await call('transcript.raw', {
      session,
      entry,
      offset
    })
    if (!answer.ok) return null
    parts.push(answer.value.text)
    offset = answer.value.next
  }
  return parts.join('')
}
