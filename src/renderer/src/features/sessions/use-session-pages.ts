import type { SessionQuery } from '@shared/ipc/contract-sessions'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../state/bridge'
import { useLibraryStore } from '../../state/library-store'
import { useServiceStore } from '../../state/service-store'
import { noPages, pageSize, pagesOf, type SessionPages, withPage } from './session-pages'

export interface PagedSessions {
  readonly held: SessionPages
  /** The query that `held` answers; differs from the asked one while the first page of a new query is under way. */
  readonly answers: string
  want(first: number, last: number): void
}

/** During a scan the catalog changes many times a second. */
const settle = 200

/** Rows of a query by pages. What is shown stays until its replacement is here; a changed catalog fetches anew what is in view. */
export function useSessionPages(query: SessionQuery): PagedSessions {
  const key = JSON.stringify(query)
  const revision = useSettled(
    useLibraryStore((state) => state.revision) + useServiceStore((state) => state.generation),
    settle
  )
  const [state, setState] = useState<{ key: string; held: SessionPages }>({ key, held: noPages })
  const current = useRef({ epoch: 0, key: '', range: [0, 0] as [number, number], asked: new Set<number>() })

  const fetchPages = useCallback(async (text: string, pages: number[], afresh: boolean) => {
    const { epoch, asked } = current.current
    for (const page of pages) asked.add(page)
    const parsed = JSON.parse(text) as SessionQuery
    const answers = await Promise.all(
      pages.map((page) => call('sessions.page', { query: parsed, offset: page * pageSize, limit: pageSize }))
    )
    if (current.current.epoch !== epoch) return
    setState((last) => {
      let held = afresh ? noPages : last.held
      for (const [i, answer] of answers.entries()) {
        const page = pages[i]
        if (answer.ok && page !== undefined) held = withPage(held, page, answer.value.rows, answer.value.total)
        else if (page !== undefined) asked.delete(page)
      }
      // A failed look leaves what was shown.
      return held.total === null ? last : { key: text, held }
    })
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a revision only says when to ask again
  useEffect(() => {
    const sameQuery = current.current.key === key
    const range = sameQuery ? current.current.range : ([0, 0] as [number, number])
    current.current = { epoch: current.current.epoch + 1, key, range, asked: new Set() }
    void fetchPages(key, pagesOf(...range), true)
  }, [key, revision, fetchPages])

  const want = useCallback(
    (first: number, last: number) => {
      current.current.range = [first, last]
      const missing = pagesOf(first, last).filter((page) => !current.current.asked.has(page))
      if (missing.length > 0) void fetchPages(current.current.key, missing, false)
    },
    [fetchPages]
  )
  return { held: state.held, answers: state.key, want }
}

/** Follows a value, but at most once in `ms`; the first change comes through at once. */
function useSettled(value: number, ms: number): number {
  const [settled, setSettled] = useState(value)
  const last = useRef(0)
  useEffect(() => {
    const wait = Math.max(0, last.current + ms - performance.now())
    const timer = setTimeout(() => {
      last.current = performance.now()
      setSettled(value)
    }, wait)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
