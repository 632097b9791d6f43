import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { offerCommand } from '../../state/commands'
import { useSettings } from '../../state/settings-store'

/** Puts the focus on a place as soon as its row is in the page, which may have to be fetched first. */
export function useListFocus(list: RefObject<HTMLDivElement | null>, count: number, scroll: (index: number) => void) {
  const pending = useRef<number | null>(null)
  const attempt = () => {
    const button = list.current?.querySelector<HTMLElement>(`[data-place="${pending.current}"] button`)
    if (pending.current === null || !button) return
    pending.current = null
    button.focus()
  }
  // After every time that rows came into the page.
  useEffect(attempt)
  return {
    now(index: number) {
      if (index < 0 || index >= count) return
      pending.current = index
      scroll(index)
      attempt()
    },
    /** What is at the place now goes, and what comes there gets the focus. */
    next(index: number) {
      pending.current = index
    }
  }
}

/** Next and previous change by the commands that the palette and the keys of the window run. */
export function useSteps(step: (by: 1 | -1) => void): void {
  useEffect(() => {
    const next = () => step(1)
    const previous = () => step(-1)
    const offers = [
      offerCommand('hit.next', next),
      offerCommand('hit.previous', previous),
      offerCommand('change.next', next),
      offerCommand('change.previous', previous)
    ]
    return () => {
      for (const end of offers) end()
    }
  })
}

/** Keys that move in the list: one row, to an end, to the change before. */
export function keysOf(count: number, at: number, go: (index: number) => void, step: (by: 1 | -1) => void) {
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const letters = useSettings.getState().settings.singleLetterKeys
    const key = letters ? ({ j: 'ArrowDown', k: 'ArrowUp' }[event.key] ?? event.key) : event.key
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: count - 1 }[key]
    const isInText = event.target instanceof HTMLElement && event.target.tagName !== 'BUTTON'
    if (to !== undefined && !isInText) go(Math.max(0, Math.min(count - 1, to)))
    else if (letters && key === 'p') step(-1)
    else return
    event.preventDefault()
  }
}
