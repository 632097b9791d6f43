import { join } from 'node:path'
import { type Fields, fieldsOf, isFields, textOf } from '../reading/fields'
import { listDocuments, stemOf } from '../reading/folder-names'
import { readDocument } from '../reading/read-document'
import { readTextFile } from '../reading/read-file'
import { millisecondsOf, newestFirst } from '../reading/timestamp'
import { problemText } from '../sessions/session-findings'
import { unfitId } from '../sessions/session-id'
import { session as sessionShape } from '../shapes/session-shape'
import { type Answer, refused } from './answer'

export type SessionError = 'NotFound' | 'Io' | 'Json' | 'InvalidInput'

/** Loads a session exactly as strictly as the agent's session store does. The id inside is not compared with the name. */
export function loadSession(folder: string, id: string): Answer<Fields, SessionError> {
  const unfit = unfitId(id)
  return unfit === null ? load(folder, id) : refused('InvalidInput', unfit)
}

/** A date of the local calendar, `YYYY-MM-DD`; both ends are included. */
export interface CreatedBetween {
  readonly from?: string
  readonly to?: string
}

/**
 * Sessions as the agent's store lists them: of the files in the folder those that it accepts, by last activity, newest first.
 * A filter looks at the local date of creation.
 */
export function listSessions(folder: string, created: CreatedBetween = {}, timeZone?: string): readonly Fields[] {
  const sessions = listDocuments(folder).names.flatMap((name) => {
    const answer = load(folder, stemOf(name))
    return answer.ok ? [answer.value] : []
  })
  return sessions
    .filter((session) => isBetween(session, created, timeZone))
    .sort((a, b) => newestFirst(textOf(a.last_active), textOf(b.last_active)))
}

/** The most recently active session whose id starts so; more than one is no error to the agent. */
export function findByPrefix(folder: string, prefix: string): Fields | null {
  return listSessions(folder).find(({ id }) => textOf(id)?.startsWith(prefix)) ?? null
}

function load(folder: string, stem: string): Answer<Fields, SessionError> {
  const file = readTextFile(join(folder, `${stem}.json`))
  if (file.state === 'missing') return refused('NotFound', 'there is no such file')
  if (file.state === 'unreadable') return refused('Io', file.reason)
  const { value, notUtf8, judge } = readDocument(file, sessionShape)
  const { problems } = judge()
  if (problems.length > 0 || !isFields(value)) return refused(notUtf8 ? 'Io' : 'Json', problemText(problems))
  return { ok: true, value: fieldsOf(value) }
}

function isBetween(session: Fields, { from, to }: CreatedBetween, timeZone: string | undefined): boolean {
  if (from === undefined && to === undefined) return true
  const at = millisecondsOf(session.created_at)
  if (at === null) return false
  // The Swedish locale spells dates as ISO 8601 does.
  const date = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at)
  return (from === undefined || date >= from) && (to === undefined || date <= to)
}
