import type { ComparePart, DiffRow } from '@shared/domain/diff'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../state/bridge'

/** Rows of one request. */
const pageSize = 200

export interface DiffRows {
  /** As `compare.runs` gives them; null until they are there. */
  readonly runs: readonly number[] | null
  /** undefined while it is on its way; `want` asks for it. */
  row(index: number): DiffRow | undefined
  want(indices: readonly number[]): void
}

/** The rows of one part of a comparison, fetched as they come into view. `onGone` when the service does not remember the comparison any more. */
export function useDiffRows(id: string, part: ComparePart, onGone: () => void): DiffRows {
  const [runs, setRuns] = useState<readonly number[] | null>(null)
  const pages = useRef(new Map<number, readonly DiffRow[] | null>())
  const [, setLoaded] = useState(0)
  const current = useRef('')
  const key = `${id} ${part}`
  if (current.current !== key) {
    current.current = key
    pages.current = new Map()
  }
  useEffect(() => {
    let stale = false
    void allRuns(id, part).then((found) => {
      if (stale) return
      if (found === null) onGone()
      else setRuns(found)
    })
    return () => {
      stale = true
    }
  }, [id, part, onGone])
  const want = useCallback(
    (indices: readonly number[]) => {
      for (const page of new Set(indices.map((index) => Math.floor(index / pageSize)))) {
        const asked = pages.current
        if (asked.has(page)) continue
        asked.set(page, null)
        void pageOf(id, part, page).then((rows) => {
          if (rows === 'gone') onGone()
          if (Array.isArray(rows)) asked.set(page, rows)
          else asked.delete(page)
          setLoaded((count) => count + 1)
        })
      }
    },
    [id, part, onGone]
  )
  const row = (index: number) => pages.current.get(Math.floor(index / pageSize))?.[index % pageSize]
  return { runs, row, want }
}

/** All rows of a page, which may take more than one answer; `gone` when the comparison is not remembered, null when it failed. */
async function pageOf(id: string, part: ComparePart, page: number): Promise<DiffRow[] | 'gone' | null> {
  const rows: DiffRow[] = []
  for (let offset: number | null = page * pageSize; offset !== null && rows.length < pageSize; ) {
    const answer: Awaited<ReturnType<typeof call<'compare.rows'>>> = await call('compare.rows', {
      ...{ id, part, offset },
      limit: pageSize - rows.length
    })
    if (!answer.ok) return answer.error.code === 'not.found' ? 'gone' : null
    rows.push(...answer.value.rows)
    offset = answer.value.next
  }
  return rows
}

async function allRuns(id: string, part: ComparePart): Promise<readonly number[] | null> {
  const runs: number[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const answer: Awaited<ReturnType<typeof call<'compare.runs'>>> = await call('compare.runs', { id, part, offset })
    if (!answer.ok) return null
    runs.push(...answer.value.runs)
    offset = answer.value.next
  }
  return runs
}
