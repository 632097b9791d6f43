import { type RefObject, useEffect, useRef } from 'react'

/** When the pane gets another size, the end stays in view if it was. */
export function useStayAtEnd(scroller: RefObject<HTMLElement | null>, atEnd: boolean, toEnd: () => void): void {
  const latest = useRef({ atEnd, toEnd })
  latest.current = { atEnd, toEnd }
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const size = () => `${element.clientWidth} ${element.clientHeight}`
    let before = size()
    const observer = new ResizeObserver(() => {
      if (size() === before) return
      before = size()
      if (latest.current.atEnd) requestAnimationFrame(() => latest.current.toEnd())
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
}
