import type { KeyboardEvent } from 'react'
import { runCommand } from '../../state/commands'
import { setFold } from './feed-focus'
import { feedMove } from './feed-move'

interface FeedPlace {
  readonly at: number
  readonly total: number
  readonly letters: boolean
  moveTo(index: number): void
}

/** What the keys do in the transcript: go from entry to entry, fold and unfold, go back to the list. */
export function pressInFeed(event: KeyboardEvent, place: FeedPlace): void {
  const to = feedMove(event, place)
  if (to !== null) place.moveTo(to)
  else if (event.key === 'Escape') runCommand('list.focus')
  else if (!pressOnEntry(event, place.letters)) return
  event.preventDefault()
}

function pressOnEntry(event: KeyboardEvent, letters: boolean): boolean {
  const { target } = event
  if (!(target instanceof HTMLElement) || !target.matches('[data-entry]')) return false
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const key = letters ? ({ h: 'ArrowLeft', l: 'ArrowRight' }[event.key] ?? event.key) : event.key
  if (key === 'Enter') setFold(target)
  else if (key === 'ArrowRight') setFold(target, true)
  else if (key === 'ArrowLeft') {
    if (!setFold(target, false)) runCommand('list.focus')
  } else return false
  return true
}
