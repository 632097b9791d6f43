import type { SessionSummary } from '@shared/domain/session'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { offerCommand } from '../../state/commands'
import { useNavigation } from '../../state/navigation-store'
import { sameSession } from '../../state/session-key'
import { forgetDetailFocus } from '../../state/wanted-focus'
import { indexOf, rowAt } from './session-pages'
import type { PagedSessions } from './use-session-pages'

export interface ListCursor {
  /** The row that is the tab stop. */
  readonly stop: number
  readonly here: SessionSummary | undefined
  /** Goes to a row, which may not be here yet: it takes the focus and is opened as soon as it is. */
  moveTo(index: number): void
}

/** Which row has the keys. It follows the open session when rows come and go around it. */
export function useListCursor(
  { held, want }: PagedSessions,
  scroller: RefObject<HTMLElement | null>,
  scrollTo: (index: number) => void
): ListCursor {
  const { session: selected, page, open } = useNavigation()
  const total = held.total ?? 0
  const place = useRef(scrollTo)
  place.current = scrollTo
  const [active, setActive] = useState(0)
  const [move, setMove] = useState<{ readonly index: number; readonly opens: boolean } | null>(null)
  const stop = Math.max(0, Math.min(total - 1, move?.index ?? indexOf(held, selected) ?? active))
  const arrived = move ? rowAt(held, move.index) : undefined

  useEffect(() => {
    if (!move || !arrived) return
    setMove(null)
    setActive(move.index)
    if (move.opens && (page !== 'session' || !sameSession(arrived, selected))) open(arrived)
    const focus = () =>
      scroller.current?.querySelector<HTMLElement>(`[data-row="${move.index}"]`)?.focus({ preventScroll: true })
    // Rows that came with it may have moved it on.
    place.current(move.index)
    focus()
    requestAnimationFrame(focus)
  }, [move, arrived, selected, page, open, scroller])

  useEffect(() =>
    offerCommand('list.focus', () => {
      scrollTo(stop)
      setMove({ index: stop, opens: false })
    })
  )
  return {
    stop,
    here: rowAt(held, stop),
    moveTo: (index) => {
      forgetDetailFocus()
      scrollTo(index)
      want(index, index)
      setMove({ index, opens: true })
    }
  }
}
