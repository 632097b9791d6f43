import { type RefObject, useEffect } from 'react'

/**
 * Makes a group of items one tab stop: the one that had the focus last, or else the current one. It works on the elements,
 * because the items come from several lists.
 */
export function useRovingStop(group: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = group.current
    if (!element) return
    const items = () => [...element.querySelectorAll<HTMLElement>('[data-nav-item]')]
    const stopAt = (stop: Element | null | undefined) => {
      for (const item of items()) item.tabIndex = item === stop ? 0 : -1
    }
    const settle = () => {
      const all = items()
      if (all.filter((item) => item.tabIndex === 0).length === 1) return
      stopAt(all.find((item) => item.getAttribute('aria-current') === 'page') ?? all[0])
    }
    const focused = (event: FocusEvent) => stopAt((event.target as Element).closest('[data-nav-item]'))
    const observer = new MutationObserver(settle)
    settle()
    observer.observe(element, { childList: true, subtree: true })
    element.addEventListener('focusin', focused)
    return () => {
      observer.disconnect()
      element.removeEventListener('focusin', focused)
    }
  }, [group])
}
