import { join } from 'node:path'
import { fail } from '@shared/ipc/errors'
import { endOfEntry } from '../../file-store/end-of-entry'
import { fileWritePart } from '../../file-store/file-write-part'
import { withOwnMove } from '../../file-store/moved-by'
import { planAlone } from '../../file-store/plan-back'
import { sessionParts } from '../files/session-parts'
import { findSession, listSessions } from '../listing/list-sessions'
import { openSession } from '../transcript/open-session'
import { countBefore, countThrough, readLog } from './log'
import { newSession } from './new-session'
import { findSnapshot, planRestore } from './plan-restore'
import { verifyWritten } from './verify-written'

/** What of a home of Copilot CLI can be changed. */
export const write = fileWritePart({
  parts: ({ root }, sessionId) => sessionParts(root, sessionId),
  open: ({ root }, sessionId) => {
    const file = findSession(root, sessionId)
    const listed = file === null ? undefined : listSessions(file).find(({ id }) => id === sessionId)
    if (file !== null && listed !== undefined) return openSession(file, listed)
    return fail('not.found', `There is no session ${sessionId.slice(0, 80)} in ${root}.`)
  },
  folders: ({ root }) => [join(root, 'session-state')],
  stays: [{ what: 'What the index of Copilot CLI says of it', because: 'its database is only written by Copilot CLI' }],
  async newSession({ source, sessionId, session, reading }, { entry, checkpoint, workspace, moves = [] }) {
    const log = readLog(source.root, sessionId)
    const { records } = log.tree
    const own = () => (checkpoint === null ? records.length : countBefore(log, findSnapshot(log.file, checkpoint)))
    const count = entry === null ? own() : countThrough(log, await endOfEntry(log.tree, session, entry))
    return planAlone(
      session.summary.title,
      newSession({
        ...{ source, log, count, workspace },
        moves: withOwnMove(session, workspace, moves),
        now: reading.now()
      })
    )
  },
  restore: planRestore,
  verify: verifyWritten
})
