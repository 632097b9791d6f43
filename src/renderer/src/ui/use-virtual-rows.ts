import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef, useState } from 'react'

/** With fewer rows than this all of them are in the page. */
const few = 120

interface VirtualRows<E extends HTMLElement> {
  /** Of the element that holds the rows, and nothing else. */
  readonly container: RefObject<E | null>
  readonly rows: readonly { readonly index: number; readonly key: React.Key }[]
  /** Height in px that the rows before and after those in the page take. */
  readonly before: number
  readonly after: number
  /** Of each row, which names its place in `data-index`. */
  readonly measure: (row: Element | null) => void
}

/** Only the rows in view of a long list that lies somewhere in a scrolling pane; the rest is empty height. */
export function useVirtualRows<E extends HTMLElement>(count: number, height: number): VirtualRows<E> {
  const container = useRef<E>(null)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const [offset, setOffset] = useState(0)
  const many = count > few
  useEffect(() => {
    const element = container.current
    const found = many && element ? scrollerOf(element) : null
    setScroller(found)
    if (!element || !found) return
    const measure = () =>
      setOffset(element.getBoundingClientRect().top - found.getBoundingClientRect().top + found.scrollTop)
    measure()
    // What stands above the rows may grow, such as a decision with a long text.
    const observer = new ResizeObserver(measure)
    for (const child of found.children) observer.observe(child)
    return () => observer.disconnect()
  }, [many])
  const virtual = useVirtualizer({
    count: many ? count : 0,
    getScrollElement: () => scroller,
    estimateSize: () => height,
    overscan: 12,
    scrollMargin: offset
  })
  const items = virtual.getVirtualItems()
  const first = items[0]
  const last = items.at(-1)
  if (!many) {
    const rows = Array.from({ length: count }, (_, index) => ({ index, key: index }))
    return { container, rows, before: 0, after: 0, measure: ignore }
  }
  return {
    container,
    rows: items,
    before: first ? first.start - offset : 0,
    after: last ? virtual.getTotalSize() - (last.end - offset) : count * height,
    measure: virtual.measureElement
  }
}

const ignore = () => undefined

function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let each = element.parentElement; each; each = each.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(each).overflowY)) return each
  }
  return null
}
