import type { KeyboardEvent } from 'react'
import { useNavigation } from '../../state/navigation-store'
import { sameSession } from '../../state/session-key'
import { wantDetailFocus } from '../../state/wanted-focus'
import { listMove } from './list-move'
import type { ListCursor } from './use-list-cursor'

interface ListPlace {
  readonly total: number
  /** Rows that fit into the view. */
  readonly page: number
  readonly letters: boolean
}

/** What the keys do in the list: move, go into the session, go back. */
export function pressInList(event: KeyboardEvent, cursor: ListCursor, place: ListPlace): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const to = listMove(event.key, { ...place, at: cursor.stop })
  const key = place.letters ? ({ h: 'ArrowLeft', l: 'ArrowRight' }[event.key] ?? event.key) : event.key
  if (to !== null) cursor.moveTo(to)
  else if (key === 'Enter' || key === 'ArrowRight') goIn(cursor)
  else if (key === 'ArrowLeft' || key === 'Escape') goBack(key)
  else return
  event.preventDefault()
}

function goIn({ here }: ListCursor): void {
  const { session, page, open } = useNavigation.getState()
  if (here && (!sameSession(here, session) || page !== 'session')) open(here)
  wantDetailFocus()
}

function goBack(key: string): void {
  const { filter, setFilter } = useNavigation.getState()
  if (key === 'Escape' && filter) setFilter('')
  else document.querySelector<HTMLElement>('[data-region="rail"] [tabindex="0"]')?.focus()
}
