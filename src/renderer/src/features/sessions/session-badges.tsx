import { leavingSoonMs } from '@shared/domain/leaving'
import type { SessionState, SessionSummary } from '@shared/domain/session'
import { ArrowRight, CircleAlert, Gem, GitFork, Hourglass, PackageOpen } from 'lucide-react'
import { Badge } from '../../ui/badge'
import { fullDate } from '../../words/calendar'
import { leavesShort, leavesWords } from '../../words/leaving'
import { count, counted } from '../../words/numbers'

const stateWords: Readonly<Record<SessionState, string | null>> = {
  ok: null,
  partial: null,
  unreadable: 'unreadable',
  sealed: 'sealed',
  gone: 'gone',
  older: 'view only',
  newer: 'newer format'
}

/** The state of a session in a word; null where there is nothing to say. */
export function stateWord(session: SessionSummary): string | null {
  return onlyImported(session) ? null : stateWords[session.state]
}

/** Nothing of it is in its agent's store: it was imported into the library. */
export function onlyImported({ state, imported }: SessionSummary): boolean {
  return state === 'gone' && imported !== undefined
}

/** That it came from elsewhere; null where it did not. */
export function importedWord({ imported }: SessionSummary): string | null {
  return imported ? 'imported' : null
}

/** Where it came from and when, in full. */
function importedWords({ from, at }: NonNullable<SessionSummary['imported']>): string {
  return `${from ?? 'Imported'}, ${fullDate(at)}`
}

/** That its agent removes it soon; null where it does not. */
export function leavesWord({ leaves }: SessionSummary, now: number): string | null {
  return leaves && leaves.at - now <= leavingSoonMs ? leavesWords(leaves.at, now) : null
}

interface SessionBadgesProps {
  session: SessionSummary
  short: boolean
  now: number
}

/** What is worth knowing of a session before it is opened. With `short`, words become signs with numbers. */
export function SessionBadges({ session, short, now }: SessionBadgesProps) {
  const leaves = leavesWord(session, now)
  const state = stateWord(session)
  const findings = session.findings ?? 0
  return (
    <span className="ms-auto flex flex-none gap-4">
      {session.parentKind === 'fork' && (
        <Badge look="line" icon={GitFork}>
          {short ? '' : 'fork'}
        </Badge>
      )}
      {session.parentKind === 'continuation' && (
        <Badge look="line" icon={ArrowRight}>
          {short ? '' : 'continuation'}
        </Badge>
      )}
      {session.checkpoints > 0 && (
        <Badge {...(short ? { icon: Gem } : {})}>
          {short ? count(session.checkpoints) : counted(session.checkpoints, 'checkpoint')}
        </Badge>
      )}
      {session.imported && (
        <span title={importedWords(session.imported)} className="flex">
          <Badge look="line" icon={PackageOpen}>
            {short ? '' : 'imported'}
          </Badge>
        </span>
      )}
      {leaves && (
        <Badge look="amber" icon={Hourglass}>
          {leavesShort(session.leaves?.at ?? now, now)}
        </Badge>
      )}
      {findings > 0 && (
        <Badge look="amber" {...(short ? { icon: CircleAlert } : {})}>
          {short ? count(findings) : counted(findings, 'finding')}
        </Badge>
      )}
      {state && <Badge look={session.state === 'unreadable' ? 'red' : 'line'}>{state}</Badge>}
    </span>
  )
}
