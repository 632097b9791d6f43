import type { SessionRef } from '@shared/domain/session'
import type { Entry, EntryPage } from '@shared/domain/transcript'
import type { Envelope } from '@shared/ipc/envelope'
import type { Failure } from '@shared/ipc/errors'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../state/bridge'
import { append, type Chunks, continues, endOf, entriesOf, pageLimit, prepend, startOf } from './transcript-chunks'

export interface LoadedTranscript {
  readonly chunks: Chunks
  readonly entries: readonly Entry[]
  /** Whether the loaded stretch reaches the end of the session. */
  readonly atEnd: boolean
  readonly atStart: boolean
  /** null before the first answer. */
  readonly opened: 'end' | 'cursor' | null
  readonly error: Failure | undefined
  loadOlder(): void
  loadNewer(): void
  /** Replaces the stretch by the page that starts at a cursor. */
  jump(cursor: string, limit?: number): Promise<void>
}

interface State {
  readonly chunks: Chunks
  readonly opened: 'end' | 'cursor' | null
  readonly error: Failure | undefined
}
const nothing: State = { chunks: [], opened: null, error: undefined }

/** Loads a session page by page around the place where it is read. It is mounted anew for another session. */
export function useTranscript(session: SessionRef, lastRead: string | null, revision: number): LoadedTranscript {
  const [state, setState] = useState<State>(nothing)
  const held = useRef<State>(nothing)
  const busy = useRef(new Set<string>())
  const put = useCallback((next: State) => {
    held.current = next
    setState(next)
  }, [])
  const ask = useCallback(
    (from: string, direction: 'forward' | 'backward', limit = pageLimit) =>
      call('transcript.page', { session, from, direction, limit }),
    [session]
  )

  /** Does one thing of a kind at a time, and takes its answer only if nothing replaced the stretch meanwhile. */
  const extend = useCallback(
    async (kind: string, work: (chunks: Chunks) => Promise<Chunks | Failure | null>) => {
      if (busy.current.has(kind)) return
      busy.current.add(kind)
      const before = held.current.chunks
      const result = await work(before)
      busy.current.delete(kind)
      if (result === null || held.current.chunks !== before) return
      if ('code' in result) put({ ...held.current, error: result })
      else put({ chunks: result, opened: held.current.opened ?? 'end', error: undefined })
    },
    [put]
  )

  const jump = useCallback(
    async (cursor: string, limit?: number) => {
      const answer = await ask(cursor, 'forward', limit)
      if (answer.ok) put({ chunks: [answer.value], opened: 'cursor', error: undefined })
      else put({ ...held.current, error: answer.error })
    },
    [ask, put]
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once; `lastRead` changes while it is read
  useEffect(() => {
    let stale = false
    const open = async () => {
      const remembered = lastRead === null ? null : await ask(lastRead, 'forward')
      const usable = remembered?.ok && remembered.value.entries.length > 0 ? remembered : null
      const answer = usable ?? (await ask('end', 'backward'))
      if (stale) return
      if (answer.ok) put({ chunks: [answer.value], opened: usable ? 'cursor' : 'end', error: undefined })
      else put({ ...held.current, error: answer.error })
    }
    void open()
    return () => {
      stale = true
    }
  }, [session])

  const firstRevision = useRef(revision)
  useEffect(() => {
    if (revision === firstRevision.current) return
    firstRevision.current = revision
    void extend('refresh', (chunks) => refreshed(chunks, ask))
  }, [revision, ask, extend])

  const loadOlder = useCallback(() => {
    void extend('older', async (chunks) => {
      const from = startOf(chunks)
      if (from === null) return null
      const answer = await ask(from, 'backward')
      return answer.ok ? prepend(chunks, answer.value) : answer.error
    })
  }, [ask, extend])
  const loadNewer = useCallback(() => {
    void extend('newer', async (chunks) => {
      const from = endOf(chunks)
      if (from === null) return null
      const answer = await ask(from, 'forward')
      return answer.ok ? append(chunks, answer.value) : answer.error
    })
  }, [ask, extend])

  const entries = useMemo(() => entriesOf(state.chunks), [state.chunks])
  return {
    chunks: state.chunks,
    entries,
    atEnd: state.chunks.length > 0 && endOf(state.chunks) === null,
    atStart: state.chunks.length > 0 && startOf(state.chunks) === null,
    opened: state.opened,
    error: state.error,
    loadOlder,
    loadNewer,
    jump
  }
}

type Ask = (from: string, direction: 'forward' | 'backward', limit?: number) => Promise<Envelope<EntryPage>>

/**
 * Reads again after the session changed. Agents mostly append: the last chunk is read first, and only when it no longer starts
 * as it did is the whole stretch read again.
 */
async function refreshed(chunks: Chunks, ask: Ask): Promise<Chunks | Failure | null> {
  const last = chunks.at(-1)
  if (!last) {
    const answer = await ask('end', 'backward')
    return answer.ok ? [answer.value] : answer.error
  }
  const tail = await readOn(last.before ?? 'start', last.entries.length + pageLimit, ask)
  if ('code' in tail) return tail
  if (tail[0] && continues(last, joined(tail))) return [...chunks.slice(0, -1), ...tail]
  const all = await readOn(startOf(chunks) ?? 'start', entriesOf(chunks).length + pageLimit, ask)
  if ('code' in all) return all
  if (entriesOf(all).length > 0) return all
  const end = await ask('end', 'backward')
  return end.ok ? [end.value] : end.error
}

const joined = (chunks: Chunks): EntryPage => ({
  entries: [...entriesOf(chunks)],
  before: startOf(chunks),
  after: endOf(chunks)
})

/** Pages from a cursor on until there are enough entries, or no more. */
async function readOn(from: string, enough: number, ask: Ask): Promise<Chunks | Failure> {
  const pages: EntryPage[] = []
  let cursor: string | null = from
  let entries = 0
  while (cursor !== null && entries < enough) {
    const answer: Envelope<EntryPage> = await ask(cursor, 'forward', 200)
    if (!answer.ok) return answer.error
    pages.push(answer.value)
    entries += answer.value.entries.length
    cursor = answer.value.entries.length === 0 ? null : answer.value.after
  }
  return pages
}
