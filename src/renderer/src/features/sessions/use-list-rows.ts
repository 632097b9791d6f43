import type { SessionQuery } from '@shared/ipc/contract-sessions'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef } from 'react'
import { sessionKey } from '../../state/session-key'
import { headingAt, rowAt, type SessionPages } from './session-pages'

const rowHeight = 56
const headingHeight = 30

/** Positions of the rows in view. The row with the keys always exists, so that it keeps the focus. */
export function useListRows(
  held: SessionPages,
  sort: SessionQuery['sort'],
  now: number,
  scroller: RefObject<HTMLElement | null>
) {
  const stop = useRef(0)
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    count: held.total ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rowHeight + (headingAt(held, index, sort, now) ? headingHeight : 0),
    getItemKey: (index) => {
      const row = rowAt(held, index)
      return row ? sessionKey(row) : index
    },
    paddingEnd: 8,
    overscan: 8,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const range = new Set<number>(stop.current < count ? [stop.current] : [])
      for (let i = Math.max(0, startIndex - overscan); i <= Math.min(count - 1, endIndex + overscan); i++) range.add(i)
      return [...range].sort((a, b) => a - b)
    }
  })
  // Headings come and go with the pages that are here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `held` and the sort decide the heights
  useEffect(() => virtual.measure(), [held, sort, virtual])
  return { virtual, stop, first: virtual.range?.startIndex ?? 0, last: virtual.range?.endIndex ?? 0 }
}
