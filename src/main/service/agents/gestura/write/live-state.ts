import { join } from 'node:path'
import type { GesturaPlaces } from '../places'
import { fieldsOf, listOf } from '../reading/fields'
import { statOf } from '../reading/read-file'
import { millisecondsOf } from '../reading/timestamp'
import { findSession, readSessionAt, type SessionPlace } from '../sessions/find-session'
import { countTasks, type ReadTasks, readTaskFile } from '../tasks/read-tasks'

/** What is there now of a session that is to be put back. */
export interface LiveState {
  /** Where the session is shown from; null when it is gone. */
  readonly shown: SessionPlace | null
  /** Messages of the session that is shown; null when it is gone or unreadable. */
  readonly messages: number | null
  /** The file that an apply writes. */
  readonly sessionPath: string
  readonly sessionExists: boolean
  readonly tasks: ReadTasks
  /** Lists of the session in the folders that an apply does not touch. */
  readonly otherTasks: readonly { readonly place: string; readonly count: number; readonly read: ReadTasks }[]
  /** When the session or its tasks were last written or used, as far as that is known; Unix ms. */
  readonly lastTouched: number | null
}

export function liveState(places: GesturaPlaces, sessionId: string): LiveState {
  const shown = findSession(places, sessionId)[0] ?? null
  const read = shown === null ? null : readSessionAt(shown, sessionId)
  const sessionPath = join(places.liveSessions, `${sessionId}.json`)
  const tasks = readTaskFile(places.liveTasks, sessionId)
  const others = places.tasks.filter((place) => !place.target)
  return {
    shown,
    messages: read?.session ? listOf(fieldsOf(read.session.state).messages).length : null,
    sessionPath,
    sessionExists: statOf(sessionPath) !== null,
    tasks,
    otherTasks: others
      .map((place) => ({ place: place.name, read: readTaskFile(place.path, sessionId) }))
      .filter((other) => other.read.exists)
      .map((other) => ({ ...other, count: countTasks(other.read) })),
    lastTouched: latest([modified(sessionPath), modified(tasks.path), millisecondsOf(read?.session?.last_active)])
  }
}

function modified(path: string): number | null {
  const stat = statOf(path)
  return stat === null ? null : stat.mtimeMs
}

function latest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : Math.max(...known)
}
