import type { Entry } from '@shared/domain/transcript'
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStayAtEnd } from './use-stay-at-end'
import type { LoadedTranscript } from './use-transcript'

/** Rows from an end at which more is loaded. */
const near = 12
/** So close to the end, in pixels, the end is in view and is followed. */
export const endThreshold = 48

export interface FeedRows {
  readonly virtual: Virtualizer<HTMLDivElement, HTMLDivElement>
  /** True once the place is in view where the session was opened. */
  readonly opened: boolean
  readonly last: number
}

/**
 * Positions of the rows in view. What is read stays in place when older rows come in front; the end of the session is followed
 * while it is in view; more is loaded on either side before it is reached. `kept` always exists: it has the focus.
 */
export function useFeedRows(
  transcript: LoadedTranscript,
  scroller: RefObject<HTMLDivElement | null>,
  kept: number
): FeedRows {
  const { entries, atEnd, atStart, loadOlder, loadNewer } = transcript
  const reachedEnd = useRef(false)
  const virtual = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: entries.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => entries[index]?.id ?? index,
    estimateSize: (index) => estimate(entries[index]),
    overscan: 6,
    paddingStart: 6,
    paddingEnd: 24,
    anchorTo: 'end',
    // Only what the agent adds is followed, not what is loaded because one scrolls down.
    followOnAppend: reachedEnd.current,
    scrollEndThreshold: endThreshold,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const range = new Set<number>(kept >= 0 ? [kept] : [])
      for (let i = Math.max(0, startIndex - overscan); i <= Math.min(count - 1, endIndex + overscan); i++) range.add(i)
      return [...range].sort((a, b) => a - b)
    }
  })
  useEffect(() => {
    reachedEnd.current = atEnd
  }, [atEnd])
  useStayAtEnd(scroller, virtual.isAtEnd(endThreshold), () => virtual.scrollToEnd())

  const opened = useOpenPlace(transcript, virtual)
  const first = virtual.range?.startIndex ?? 0
  const last = virtual.range?.endIndex ?? 0
  useEffect(() => {
    if (!opened) return
    if (first < near && !atStart) loadOlder()
    if (last > entries.length - near && !atEnd) loadNewer()
  }, [opened, first, last, entries.length, atStart, atEnd, loadOlder, loadNewer])
  return { virtual, opened, last }
}

/** Brings the right end into view once, when the first page is there; true from then on. */
function useOpenPlace(transcript: LoadedTranscript, virtual: FeedRows['virtual']): boolean {
  const [opened, setOpened] = useState(false)
  const done = useRef(false)
  useLayoutEffect(() => {
    if (done.current || transcript.opened === null) return
    done.current = true
    if (transcript.opened === 'end') virtual.scrollToEnd()
    else virtual.scrollToIndex(0, { align: 'start' })
    // Rows are measured in the next frame; only then is it known how much more is needed.
    requestAnimationFrame(() => requestAnimationFrame(() => setOpened(true)))
  })
  return opened
}

/** A guess of a row's height until it has been measured. */
function estimate(entry: Entry | undefined): number {
  if (!entry) return 60
  if (entry.kind === 'thinking' || entry.kind === 'notice' || entry.kind === 'unrecognised') return 30
  if (entry.kind === 'tool' || entry.kind === 'shell') return 150
  return 40 + Math.min(1200, Math.ceil(entry.text.length / 90) * 20)
}
