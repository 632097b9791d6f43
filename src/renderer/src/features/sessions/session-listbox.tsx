import type { SessionQuery } from '@shared/ipc/contract'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { call } from '../../state/bridge'
import { offerCommand } from '../../state/commands'
import { useNavigation } from '../../state/navigation-store'
import { useNow } from '../../state/now'
import { sameSession, sessionKey } from '../../state/session-key'
import { useSettings } from '../../state/settings-store'
import { forgetDetailFocus, wantDetailFocus } from '../../state/wanted-focus'
import { count } from '../../words/numbers'
import { listMove } from './list-move'
import { headingAt, indexOf, rowAt } from './session-pages'
import { MissingRow, SessionRow } from './session-row'
import { sortNames } from './sort-menu'
import type { PagedSessions } from './use-session-pages'

const rowHeight = 56
const headingHeight = 30

interface SessionListboxProps {
  sessions: PagedSessions
  query: SessionQuery
  label: string
  short: boolean
}

/** The rows, of which only those in view exist. One tab stop; moving opens, Enter goes into the session. */
export function SessionListbox({ sessions, query, label, short }: SessionListboxProps) {
  const { held, want } = sessions
  const total = held.total ?? 0
  const { session: selected, page, open } = useNavigation()
  const letters = useSettings((state) => state.settings.singleLetterKeys)
  const now = useNow()
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  /** Set by a move to a row that may not be here yet: it is focused and opened when it comes. */
  const arriving = useRef(false)

  const selectedIndex = indexOf(held, selected)
  const stop = Math.min(total - 1, selectedIndex ?? active)
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rowHeight + (headingAt(held, index, query.sort, now) ? headingHeight : 0),
    getItemKey: (index) => {
      const row = rowAt(held, index)
      return row ? sessionKey(row) : index
    },
    paddingEnd: 8,
    overscan: 8,
    rangeExtractor: ({ startIndex, endIndex, overscan, count: rows }) => {
      const range = new Set<number>([stop])
      for (let i = Math.max(0, startIndex - overscan); i <= Math.min(rows - 1, endIndex + overscan); i++) range.add(i)
      return [...range].sort((a, b) => a - b)
    }
  })
  const items = virtual.getVirtualItems()
  const first = virtual.range?.startIndex ?? 0
  const last = virtual.range?.endIndex ?? 0
  useEffect(() => want(first - 20, Math.min(total - 1, last + 20)), [want, first, last, total])

  // Headings and rows have other heights when other pages are here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `held` and the sort decide the heights
  useEffect(() => virtual.measure(), [held, query.sort, virtual])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new query starts at its top, or at the selected session
  useEffect(() => {
    if (indexOf(held, selected) === null) scroller.current?.scrollTo({ top: 0 })
  }, [sessions.answers])

  useSelectedFromElsewhere(sessions, query, (index) => virtual.scrollToIndex(index, { align: 'auto' }))

  const row = rowAt(held, active)
  useEffect(() => {
    if (!arriving.current || !row) return
    arriving.current = false
    if (!sameSession(row, selected)) open(row)
    const element = () => scroller.current?.querySelector<HTMLElement>(`[data-row="${active}"]`)
    if (element()) element()?.focus({ preventScroll: true })
    else requestAnimationFrame(() => element()?.focus({ preventScroll: true }))
  })

  const moveTo = (index: number) => {
    forgetDetailFocus()
    arriving.current = true
    setActive(index)
    virtual.scrollToIndex(index, { align: 'auto' })
    want(index, index)
  }
  useEffect(() =>
    offerCommand('list.focus', () => {
      virtual.scrollToIndex(stop, { align: 'auto' })
      arriving.current = true
      setActive(stop)
    })
  )

  const keyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const to = listMove(event.key, { at: stop, total, page: Math.max(1, last - first - 1), letters })
    if (to !== null) {
      event.preventDefault()
      moveTo(to)
    } else if (event.key === 'Enter' || event.key === 'ArrowRight' || (letters && event.key === 'l')) {
      event.preventDefault()
      const here = rowAt(held, stop)
      if (here && (!sameSession(here, selected) || page !== 'session')) open(here)
      wantDetailFocus()
    } else if (event.key === 'ArrowLeft' || (letters && event.key === 'h') || event.key === 'Escape') {
      event.preventDefault()
      if (event.key === 'Escape' && useNavigation.getState().filter) useNavigation.getState().setFilter('')
      else document.querySelector<HTMLElement>('[data-region="rail"] [tabindex="0"]')?.focus()
    }
  }

  return (
    <div
      ref={scroller}
      className="min-h-0 flex-1 overflow-y-auto [scrollbar-gutter:stable]"
      data-testid="session-scroller"
    >
      <div
        role="listbox"
        aria-label={`${label} by ${sortNames[query.sort]}, ${count(total)}`}
        className="relative w-full"
        style={{ height: virtual.getTotalSize() }}
      >
        {items.map((item) => {
          const session = rowAt(held, item.index)
          const heading = headingAt(held, item.index, query.sort, now)
          return (
            <div
              key={item.key}
              role="presentation"
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {heading && (
                <div
                  role="presentation"
                  className="flex h-30 justify-between px-16 pt-9 text-small font-medium text-text-3"
                >
                  <span>{heading.name}</span>
                  {heading.sessions !== null && <span className="tabular-nums">{count(heading.sessions)}</span>}
                </div>
              )}
              {session ? (
                <SessionRow
                  session={session}
                  index={item.index}
                  total={total}
                  selected={page === 'session' && sameSession(session, selected)}
                  tabStop={item.index === stop}
                  short={short}
                  now={now}
                  onPress={() => {
                    arriving.current = true
                    setActive(item.index)
                    open(session)
                  }}
                  onOpen={wantDetailFocus}
                  onKeyDown={keyDown}
                />
              ) : (
                <MissingRow />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Scrolls to a session that was opened from somewhere else than this list, when it is in it. */
function useSelectedFromElsewhere(
  sessions: PagedSessions,
  query: SessionQuery,
  scrollTo: (index: number) => void
): void {
  const selected = useNavigation((state) => state.session)
  const key = selected ? sessionKey(selected) : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newly selected session is looked for
  useEffect(() => {
    if (!selected) return
    const here = indexOf(sessions.held, selected)
    if (here !== null) {
      scrollTo(here)
      return
    }
    let stale = false
    void call('sessions.locate', { query, session: selected }).then((answer) => {
      if (!stale && answer.ok && answer.value.index !== null) scrollTo(answer.value.index)
    })
    return () => {
      stale = true
    }
  }, [key])
}
