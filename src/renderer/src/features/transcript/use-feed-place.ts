import type { Entry } from '@shared/domain/transcript'
import { type RefObject, useCallback, useEffect } from 'react'
import { focusEntry } from './feed-focus'
import { endThreshold, type FeedRows } from './use-feed-rows'
import type { Reader } from './use-reader'

/** A row counts as read when this much of it is in view. */
const readPixels = 24

/** Tells the reader what is in view, and brings into view what the reader jumps to. */
export function useFeedPlace(
  entries: readonly Entry[],
  { virtual, opened }: FeedRows,
  reader: Reader,
  scroller: RefObject<HTMLElement | null>
): void {
  const { attach, readAt, pending, settled } = reader
  const reveal = useCallback(
    (entry: string, focus: boolean) => {
      const index = entries.findIndex((one) => one.id === entry)
      if (index < 0) return false
      virtual.scrollToIndex(index, { align: 'start' })
      if (focus) focusEntry(scroller.current, entry)
      return true
    },
    [entries, virtual, scroller]
  )
  useEffect(() => {
    attach({ reveal })
    return () => attach(null)
  }, [attach, reveal])
  useEffect(() => {
    if (pending !== null && reveal(pending.entry, pending.focus)) settled()
  }, [pending, reveal, settled])

  const first = virtual.getVirtualItemForOffset((virtual.scrollOffset ?? 0) + readPixels)
  const entry = entries[first?.index ?? 0]?.id
  const endInView = virtual.isAtEnd(endThreshold)
  useEffect(() => {
    if (opened && entry !== undefined) readAt(entry, endInView)
  }, [opened, entry, endInView, readAt])
}
