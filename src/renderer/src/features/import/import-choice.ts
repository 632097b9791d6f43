import type { ImportedSession, Inspection, PathMove } from '@shared/domain/import'
import { pathHere } from '@shared/domain/path-moves'

/** What the person chose of an import. */
export interface ImportChoice {
  /** The session whose parts and checks are shown. */
  readonly session: ImportedSession
  /** Keys of those that go somewhere. */
  readonly keys: ReadonlySet<string>
  readonly where: 'library' | 'store'
  /** Also what the library has already. */
  readonly again: boolean
  /** Where folders of then are here, where the person said so; by the folder of then, `noFolder` for sessions that name none. */
  readonly folders: Readonly<Record<string, string>>
}

/** Stands for the folder of sessions that name none. */
export const noFolder = ''

/** All that can be kept, and the library: nothing of an agent's is written for it. Where none can be, all, whose reasons then show. */
export function firstChoice({ sessions }: Inspection): ImportChoice | null {
  const [session] = sessions
  if (session === undefined) return null
  const able = sessions.filter(({ notKept }) => notKept === null)
  const keys = new Set((able.length > 0 ? able : sessions).map(({ key }) => key))
  return { session, keys, where: 'library', again: false, folders: {} }
}

export function chosenSessions({ sessions }: Inspection, { keys }: ImportChoice): readonly ImportedSession[] {
  return sessions.filter(({ key }) => keys.has(key))
}

/** With a session ticked or not; a store that cannot take what is chosen now gives way to the library. */
export function withKeys(found: Inspection, choice: ImportChoice, keys: ReadonlySet<string>): ImportChoice {
  const next = { ...choice, keys }
  return whyNoStore(chosenSessions(found, next)) === null ? next : { ...next, where: 'library' }
}

/** Why what is chosen cannot be put into a store; null where it can. */
export function whyNoStore(sessions: readonly ImportedSession[]): string | null {
  const [first, ...others] = sessions
  if (first === undefined) return 'No session is chosen.'
  if (others.some(({ agent }) => agent !== first.agent)) {
    return 'These are sessions of several agents. Choose those of one agent to put them into its own store.'
  }
  const stuck = sessions.filter(({ notPut }) => notPut !== null)
  const [one] = stuck
  if (!one?.notPut) return null
  if (sessions.length === 1 || stuck.length === sessions.length) return one.notPut
  return `${stuck.length} of these cannot be put there, among them “${one.title}”: ${one.notPut}`
}

/** How many sessions that are more than can be listed are taken, too: all, into the library, where no listed one is left out that can be kept. */
export function unlistedTaken({ sessions, total }: Inspection, { keys, where }: ImportChoice): number {
  const all = sessions.every(({ key, notKept }) => keys.has(key) || notKept !== null)
  return where === 'library' && all ? total - sessions.length : 0
}

export interface PathRow {
  readonly was: string
  readonly here: string
  readonly what: 'home' | 'workspace'
}

/** The folders that the chosen sessions name, each with where it is here as far as that is known; empty where it is not. */
export function pathRows(found: Inspection, choice: ImportChoice): readonly PathRow[] {
  const sessions = chosenSessions(found, choice)
  const named = new Set(sessions.map(({ workspace }) => workspace))
  const known = found.paths.filter(({ was, what }) => what === 'home' || named.has(was))
  const unknown = [...named].filter(
    (was) => was !== null && !known.some((row) => row.was === was && row.what === 'workspace')
  )
  const rows = [...known, ...unknown.map((was) => ({ was: was ?? '', here: null, what: 'workspace' as const }))]
  const listed = named.has(null) ? [...rows, { was: noFolder, here: null, what: 'workspace' as const }] : rows
  return listed.map(({ was, here, what }) => ({ was, what, here: placeHere(choice, was, here) }))
}

/** What the person said, of the folder itself or of one that holds it; else what is suggested. */
function placeHere({ folders }: ImportChoice, was: string, suggested: string | null): string {
  const own = folders[was]
  if (own !== undefined) return own
  const moves = Object.entries(folders).flatMap(([from, to]) =>
    from === noFolder || to.trim() === '' ? [] : [{ was: from, here: to.trim() }]
  )
  return pathHere(was, moves) ?? suggested ?? ''
}

/** What a plan needs: each session with its folder, and the table; null while a folder is missing. */
export function planInput(found: Inspection, choice: ImportChoice) {
  const rows = pathRows(found, choice)
  const sessions = chosenSessions(found, choice).map(({ key, workspace }) => ({
    session: key,
    workspace: rows.find(({ was, what }) => what === 'workspace' && was === (workspace ?? noFolder))?.here.trim() ?? ''
  }))
  const [first, ...more] = sessions
  if (first === undefined || sessions.some(({ workspace }) => workspace === '')) return null
  const map: PathMove[] = rows.flatMap(({ was, here }) =>
    was === noFolder || here.trim() === '' ? [] : [{ was, here: here.trim() }]
  )
  return { importId: found.importId, ...first, more, map }
}
