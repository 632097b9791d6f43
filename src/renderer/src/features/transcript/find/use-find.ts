import type { SessionRef } from '@shared/domain/session'
import { useCallback, useEffect, useState } from 'react'
import { call } from '../../../state/bridge'
import { offerCommand } from '../../../state/commands'
import { type FindSource, type FindState, findEntries, findPage, type Hit } from './find-entries'

export interface Find {
  readonly words: string
  readonly state: FindState
  /** Position of the current hit; -1 before the first step. */
  readonly at: number
  look(words: string): void
  step(by: 1 | -1, focus: boolean): void
}

const nothing: FindState = { hits: [], looked: 0, done: true }
/** Time in ms after the last key before a session is looked through. */
const rest = 180

/** Finds words in one session. `open` brings a hit into view. */
export function useFind(session: SessionRef, open: (hit: Hit, focus: boolean) => void): Find {
  const [words, setWords] = useState('')
  const [state, setState] = useState<FindState>(nothing)
  const [at, setAt] = useState(-1)

  useEffect(() => {
    setAt(-1)
    setState(nothing)
    const wanted = words.trim()
    if (!wanted) return
    let stale = false
    const timer = setTimeout(async () => {
      const source: FindSource = {
        page: (from) => call('transcript.page', { session, from, direction: 'forward', limit: findPage }),
        holding: (entries) =>
          call('transcript.holding', { session, entries: [...entries], words: wanted.slice(0, 1000) })
      }
      for await (const found of findEntries(wanted, source)) {
        if (stale) return
        setState(found)
      }
    }, rest)
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }, [words, session])

  const { hits } = state
  const step = useCallback(
    (by: 1 | -1, focus: boolean) => {
      if (hits.length === 0) return
      const next = at < 0 ? (by > 0 ? 0 : hits.length - 1) : (at + by + hits.length) % hits.length
      const hit = hits[next]
      setAt(next)
      if (hit) open(hit, focus)
    },
    [hits, at, open]
  )
  useEffect(() => {
    const offers = [offerCommand('hit.next', () => step(1, true)), offerCommand('hit.previous', () => step(-1, true))]
    return () => {
      for (const end of offers) end()
    }
  }, [step])
  return { words, state, at, look: setWords, step }
}
