import { agentNames } from '@shared/domain/agents'
import type { SessionSummary } from '@shared/domain/session'
import { MessageSquare } from 'lucide-react'
import type { KeyboardEventHandler } from 'react'
import { AgentGlyph } from '../../ui/agent-glyph'
import { Icon } from '../../ui/icon'
import { ageWord } from '../../words/age'
import { fullDate } from '../../words/calendar'
import { count, counted } from '../../words/numbers'
import { lastPart } from '../../words/paths'
import { importedWord, leavesWord, SessionBadges, stateWord } from './session-badges'

interface SessionRowProps {
  session: SessionSummary
  index: number
  total: number
  selected: boolean
  tabStop: boolean
  short: boolean
  now: number
  onPress: () => void
  onOpen: () => void
  onKeyDown: KeyboardEventHandler
}

/** Name of a row for assistive technology: title, agent, workspace, state, time. */
function rowName(session: SessionSummary, age: string | null, now: number): string {
  return [
    session.title,
    agentNames[session.agent],
    session.workspace && lastPart(session.workspace),
    session.parentKind === 'fork' && 'fork',
    session.parentKind === 'continuation' && 'continuation',
    session.checkpoints > 0 && counted(session.checkpoints, 'checkpoint'),
    (session.findings ?? 0) > 0 && counted(session.findings ?? 0, 'finding'),
    importedWord(session),
    stateWord(session),
    leavesWord(session, now),
    age
  ]
    .filter(Boolean)
    .join(', ')
}

/** One session, in two lines of together 56 pixels. */
export function SessionRow(props: SessionRowProps) {
  const { session, index, total, selected, tabStop, short, now, onPress, onOpen, onKeyDown } = props
  const age = session.updatedAt === null ? null : ageWord(session.updatedAt, now)
  return (
    <div
      role="option"
      aria-selected={selected}
      aria-setsize={total}
      aria-posinset={index + 1}
      tabIndex={tabStop ? 0 : -1}
      data-row={index}
      onClick={onPress}
      onDoubleClick={onOpen}
      onKeyDown={onKeyDown}
      className="group ms-8 grid h-56 grid-cols-[18px_minmax(0,1fr)] content-start gap-x-10 rounded-control px-8 py-7 outline-offset-[-2px] hover:bg-hover aria-selected:bg-accent-soft"
    >
      <span className="sr-only">{rowName(session, age, now)}</span>
      <span className="mt-1">
        <AgentGlyph agent={session.agent} named={false} />
      </span>
      <div aria-hidden className="min-w-0">
        <div className="flex items-baseline gap-10">
          <span className="trunc font-medium">{session.title}</span>
          {age !== null && (
            <time
              title={fullDate(session.updatedAt ?? 0)}
              className="ms-auto flex-none text-small text-text-3 tabular-nums group-aria-selected:text-text-2"
            >
              {age}
            </time>
          )}
        </div>
        <div className="flex h-22 items-center gap-6 text-second text-text-3 group-aria-selected:text-text-2 group-hover:text-text-2">
          {session.workspace && (
            <span className="trunc" title={session.workspace}>
              {lastPart(session.workspace)}
            </span>
          )}
          {session.entries !== null && (
            <span className="flex flex-none items-center gap-4 tabular-nums">
              <Icon of={MessageSquare} size={12} />
              {count(session.entries)}
            </span>
          )}
          <SessionBadges session={session} short={short} now={now} />
        </div>
      </div>
    </div>
  )
}

/** Stands where a row will be. */
export function MissingRow() {
  return (
    <div aria-hidden className="ms-8 flex h-56 flex-col gap-8 px-8 py-10">
      <div className="h-12 w-3/5 rounded-badge bg-hover/60" />
      <div className="h-10 w-1/3 rounded-badge bg-hover/40" />
    </div>
  )
}
