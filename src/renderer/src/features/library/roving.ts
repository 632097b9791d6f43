import type { KeyboardEvent } from 'react'
import { runCommand } from '../../state/commands'

/** Moves the focus in the rail, which is one tab stop: up, down, first, last, and to the list. */
export function moveInRail(event: KeyboardEvent<HTMLElement>, letters: boolean): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-nav-item]')]
  const at = items.indexOf(document.activeElement as HTMLElement)
  const key = letters ? ({ j: 'ArrowDown', k: 'ArrowUp', l: 'ArrowRight' }[event.key] ?? event.key) : event.key
  const target = {
    ArrowDown: items[Math.min(items.length - 1, at + 1)],
    ArrowUp: items[Math.max(0, at - 1)],
    Home: items[0],
    End: items.at(-1)
  }[key]
  if (target) {
    event.preventDefault()
    target.focus()
  } else if (key === 'ArrowRight') {
    event.preventDefault()
    runCommand('list.focus')
  }
}
