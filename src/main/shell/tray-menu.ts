import type { SessionActivity } from '@shared/domain/activity'
import { agentNames } from '@shared/domain/agents'
import { leavingSoonMs } from '@shared/domain/leaving'
import type { SessionRef, SessionSummary } from '@shared/domain/session'
import { visibleText } from '@shared/domain/visible-text'
import { ageWords } from './age-words'

/** A session of the menu, with what its agent does; null where that is not known. */
export interface TraySession {
  readonly session: SessionSummary
  readonly activity: SessionActivity | null
}

/** All that the menu depends on. Times are Unix ms. */
export interface TrayState {
  /** Newest first. */
  readonly sessions: readonly TraySession[]
  /** False before the list was asked for the first time. */
  readonly known: boolean
  readonly now: number
  readonly paused: boolean
  readonly scanning: boolean
  /** Sessions that their agent removes within a week. */
  readonly leaving: number
  /** Keys of the quick-resume window, as Electron writes them; null where they are off or taken by somebody else. */
  readonly keys: string | null
  readonly platform: NodeJS.Platform
}

/** What the submenus do with each of the sessions. */
export type SessionAction = 'open' | 'checkpoints' | 'copy' | 'file' | 'keep'

export type TrayAction =
  | { readonly do: 'resume' | SessionAction; readonly session: SessionRef }
  | { readonly do: 'window' | 'quick' | 'leaving' | 'pause' | 'goOn' | 'quit' }

/** One line of the menu, as data. */
export type TrayItem =
  | { readonly separator: true }
  | {
      readonly label: string
      /** A second line, which only macOS has. */
      readonly sublabel?: string
      readonly keys?: string
      /** Without an action and without a submenu the line only says something. */
      readonly action?: TrayAction
      readonly submenu?: readonly TrayItem[]
    }

/** At most so many sessions are in the menu. */
export const mostTraySessions = 8
const longestTitle = 48
const longestWorkspace = 24
const separator: TrayItem = { separator: true }

/** The menu of the tray, from nothing but its state. */
export function trayMenu(state: TrayState): readonly TrayItem[] {
  const { sessions, leaving, keys, paused, platform } = state
  const shown = sessions.slice(0, mostTraySessions)
  const say = (mac: string) => (platform === 'darwin' ? mac : asSentence(mac))
  return [
    { label: heading(state) },
    ...shown.map((one) => sessionItem(one, state)),
    separator,
    ...(shown.length > 0 ? [...submenus(shown, say), separator] : []),
    { label: say('Open Reprise'), action: { do: 'window' } },
    { label: say('Resume Another Session…'), ...(keys && { keys }), action: { do: 'quick' } },
    ...(leaving > 0 ? [{ label: say(leavingWords(leaving)), action: { do: 'leaving' } } as const] : []),
    separator,
    paused
      ? { label: say('Continue Indexing'), action: { do: 'goOn' } }
      : { label: say('Pause Indexing'), action: { do: 'pause' } },
    separator,
    { label: 'Quit Reprise', action: { do: 'quit' } }
  ]
}

/** A line with a submenu of its own could not be clicked on Linux and Windows, so the sessions are below what is done with them. */
function submenus(shown: readonly TraySession[], say: (mac: string) => string): readonly TrayItem[] {
  const each = (action: SessionAction, among = shown) =>
    among.map(({ session }) => ({ label: titleOf(session), action: { do: action, session: refOf(session) } }))
  const restorable = shown.filter(({ session }) => session.checkpoints > 0)
  const resumable = shown.filter(({ session }) => session.resumable !== false)
  return [
    { label: say('Open in Reprise'), submenu: each('open') },
    ...(restorable.length > 0 ? [{ label: say('Restore…'), submenu: each('checkpoints', restorable) }] : []),
    ...(resumable.length > 0 ? [{ label: say('Copy Resume Command'), submenu: each('copy', resumable) }] : []),
    { label: say('Show Session File'), submenu: each('file') },
    { label: say('Keep a Copy'), submenu: each('keep') }
  ]
}

/** What the icon says: a session that waits for the person comes before a pause. */
export function trayIconState({ sessions, paused }: TrayState): 'normal' | 'paused' | 'waiting' {
  if (sessions.some(({ activity }) => activity === 'waiting')) return 'waiting'
  return paused ? 'paused' : 'normal'
}

function heading({ known, scanning, paused, sessions, platform }: TrayState): string {
  if (sessions.length > 0) {
    const rest = paused ? ' (indexing is paused)' : ''
    return `${platform === 'darwin' ? 'Recent Sessions' : 'Recent sessions'}${rest}`
  }
  if (!known || (scanning && !paused)) return 'Looking for sessions…'
  return paused ? 'No sessions yet: indexing is paused' : 'No sessions were found'
}

function sessionItem({ session, activity }: TraySession, { now, platform }: TrayState): TrayItem {
  const action = { do: 'resume', session: refOf(session) } as const
  const title = titleOf(session)
  const facts = factsOf(session, activity, now)
  if (platform === 'darwin') return { label: title, sublabel: [agentNames[session.agent], ...facts].join(', '), action }
  return { label: [`${agentNames[session.agent]}: ${title}`, ...facts].join(' · '), action }
}

/** Workspace, age and state, each only where it is known. */
function factsOf(session: SessionSummary, activity: SessionActivity | null, now: number): string[] {
  const { workspace, updatedAt } = session
  const folder = workspace === null ? null : (workspace.split(/[/\\]/).filter(Boolean).at(-1) ?? workspace)
  return [
    ...(folder === null ? [] : [cut(folder, longestWorkspace)]),
    ...(updatedAt === null ? [] : [ageWords(updatedAt, now)]),
    ...stateWords(session, activity, now)
  ]
}

const activityWords: Readonly<Record<SessionActivity, string>> = {
  running: 'running',
  waiting: 'waiting for you',
  done: 'done',
  failed: 'failed'
}

function stateWords({ leaves, state, resumable }: SessionSummary, activity: SessionActivity | null, now: number) {
  const words: string[] = []
  if (!['ok', 'partial'].includes(state) || resumable === false) words.push('view only')
  else if (activity !== null) words.push(activityWords[activity])
  if (leaves !== undefined && leaves.at - now <= leavingSoonMs) words.push(leavesWords(leaves.at - now))
  return words
}

function leavesWords(ms: number): string {
  const days = Math.ceil(ms / 86_400_000)
  if (days <= 1) return 'leaves within a day'
  return `leaves in ${days} days`
}

const leavingWords = (leaving: number) =>
  leaving === 1 ? '1 Session Leaves Within a Week…' : `${leaving} Sessions Leave Within a Week…`

/** Only macOS writes menus with capitals. */
const asSentence = (mac: string) =>
  mac.replace(/(?<=\w )[A-Z](?=[a-z])/g, (letter, at: number) =>
    mac.startsWith('Reprise', at) ? letter : letter.toLowerCase()
  )

const refOf = ({ source, id }: SessionSummary): SessionRef => ({ source, id })
const titleOf = ({ title }: SessionSummary) => cut(title, longestTitle)

/** One line of at most so many characters, without what would turn or hide the rest of it. */
function cut(text: string, longest: number): string {
  const line = visibleText(text).replace(/\s+/g, ' ').trim()
  const letters = [...line]
  return letters.length <= longest
    ? line
    : `${letters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
}
