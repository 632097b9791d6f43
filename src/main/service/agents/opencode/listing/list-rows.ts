import type { ListedSession, Reading } from '../../adapter'
import { withDatabase } from '../../foreign-sqlite/with-database'
import type { IndexedSession, SessionIndex } from '../database/session-index'
import { filesOfSession } from '../files/session-files'
import type { FoundSession } from '../sessions/found-session'
import { rowsStore } from '../sessions/message-store'
import { forkOrigin } from './fork-origin'
import { projectChanged } from './projects'
import { readPrompts } from './prompts'
import { summarise } from './summarise'

/** What was listed of a session at the last scan of this process, good for as long as its row and its messages are the same (cases: D6). */
const listed = new Map<string, { readonly state: string; readonly session: ListedSession }>()
const mostRemembered = 50_000

/** Lists some sessions of a database. Those that did not change cost nothing. */
export async function listRows(
  root: string,
  index: SessionIndex,
  sessions: readonly IndexedSession[],
  reading: Reading
): Promise<readonly ListedSession[]> {
  const nameOf = (session: IndexedSession) => `${index.place.path} ${session.info.id}`
  const stateOf = (session: IndexedSession) => `${session.state} ${projectChanged(session.info, index)}`
  const known = (session: IndexedSession) => {
    const before = listed.get(nameOf(session))
    return before?.state === stateOf(session) ? before.session : null
  }
  const changed = sessions.filter((session) => known(session) === null)
  if (changed.length > 0) {
    const made = await withDatabase(index.place.path, reading, (database) => {
      return changed.map((session) => {
        const { id } = session.info
        const files = filesOfSession(root, id)
        const found: FoundSession = { info: session.info, database: index.place, files, seen: true }
        return summarise(session.info, readPrompts(rowsStore(database, found)), {
          layout: layoutOf(index),
          seen: true,
          projectChanged: projectChanged(session.info, index),
          origin: forkOrigin(database, index, session)
        })
      })
    })
    if (listed.size > mostRemembered) listed.clear()
    for (const [at, session] of changed.entries()) {
      const summary = made[at]
      if (summary !== undefined) listed.set(nameOf(session), { state: stateOf(session), session: summary })
    }
  }
  return sessions.flatMap((session) => listed.get(nameOf(session))?.session ?? [])
}

/** The database of another channel is seen by that channel alone. */
export function layoutOf({ place }: SessionIndex): string {
  const channel = /^opencode-(.+)\.db$/.exec(place.unit)?.[1]
  return channel === undefined ? 'database' : `database of ${channel}`
}
