import type { SessionQuery } from '@shared/ipc/contract-sessions'
import { useEffect, useRef } from 'react'
import { useNavigation } from '../../state/navigation-store'
import { useNow } from '../../state/now'
import { sameSession } from '../../state/session-key'
import { useSettings } from '../../state/settings-store'
import { wantDetailFocus } from '../../state/wanted-focus'
import { count } from '../../words/numbers'
import { pressInList } from './list-keys'
import { type DayHeading, headingAt, indexOf, rowAt } from './session-pages'
import { MissingRow, SessionRow } from './session-row'
import { sortNames } from './sort-menu'
import { useListCursor } from './use-list-cursor'
import { useListRows } from './use-list-rows'
import { useSelectedFromElsewhere } from './use-selected-from-elsewhere'
import type { PagedSessions } from './use-session-pages'

/** Rows around the view that are fetched with it. */
const around = 20

interface SessionListboxProps {
  sessions: PagedSessions
  query: SessionQuery
  label: string
  short: boolean
}

/** The rows, of which only those in view exist. One tab stop; moving opens, Enter goes into the session. */
export function SessionListbox({ sessions, query, label, short }: SessionListboxProps) {
  const { held, want, answers } = sessions
  const total = held.total ?? 0
  const { session: selected, page } = useNavigation()
  const letters = useSettings((state) => state.settings.singleLetterKeys)
  const now = useNow()
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useListRows(held, query.sort, now, scroller)
  const { virtual, first, last } = rows
  const scrollTo = (index: number) => virtual.scrollToIndex(index, { align: 'auto' })
  const cursor = useListCursor(sessions, scroller, scrollTo)
  rows.stop.current = cursor.stop

  useEffect(() => want(first - around, Math.min(total - 1, last + around)), [want, first, last, total])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new query starts at its top, or stays at the selected session
  useEffect(() => {
    if (indexOf(held, selected) === null) scroller.current?.scrollTo({ top: 0 })
  }, [answers])
  useSelectedFromElsewhere(sessions, query, scrollTo)

  return (
    <div
      ref={scroller}
      className="min-h-0 flex-1 overflow-y-auto [scrollbar-gutter:stable]"
      data-testid="session-scroller"
    >
      <div
        role="listbox"
        aria-label={`${label} by ${query.sort === 'leaving' ? 'the time they leave' : sortNames[query.sort]}, ${count(total)}`}
        className="relative w-full"
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map((item) => {
          const session = rowAt(held, item.index)
          const heading = headingAt(held, item.index, query.sort, now)
          return (
            <div
              key={item.key}
              role="presentation"
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {heading && <DayLine heading={heading} />}
              {session ? (
                <SessionRow
                  session={session}
                  index={item.index}
                  total={total}
                  selected={page === 'session' && sameSession(session, selected)}
                  tabStop={item.index === cursor.stop}
                  short={short}
                  now={now}
                  onPress={() => cursor.moveTo(item.index)}
                  onOpen={wantDetailFocus}
                  onKeyDown={(event) =>
                    pressInList(event, cursor, { total, page: Math.max(1, last - first - 1), letters })
                  }
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

function DayLine({ heading }: { heading: DayHeading }) {
  return (
    <div
      role="presentation"
      className="flex h-30 justify-between py-9 pe-8 ps-16 text-small leading-none font-medium text-text-3"
    >
      <span>{heading.name}</span>
      {heading.sessions !== null && <span className="tabular-nums">{count(heading.sessions)}</span>}
    </div>
  )
}
