import { fail } from '@shared/ipc/errors'
import { endOfEntry } from '../../file-store/end-of-entry'
import { fileWritePart } from '../../file-store/file-write-part'
import { planAlone } from '../../file-store/plan-back'
import type { WritePart } from '../../write-part'
import { findFile } from '../files/session-files'
import { sessionParts } from '../files/session-parts'
import { placesOf } from '../places'
import { openSession } from '../transcript/open-session'
import { readConversation } from './conversation'
import { newSession } from './new-session'
import { countBefore, findPoint, planRestore } from './plan-restore'
import { verifyWritten } from './verify-written'

const part = fileWritePart({
  parts: (source, sessionId) => sessionParts(placesOf(source), sessionId),
  open: (source, sessionId) => {
    const places = placesOf(source)
    const file = findFile(places, sessionId)
    if (file === null) return fail('not.found', `There is no session ${sessionId.slice(0, 80)} in ${source.root}.`)
    return openSession(places, file)
  },
  folders: (source) => [placesOf(source).sessions, placesOf(source).tasks],
  stays: [
    { what: 'What the index of Cline says of it', because: 'its database is only written by Cline' },
    { what: 'The commits of its checkpoints', because: 'they lie in the repository of the working directory' }
  ],
  async newSession({ source, sessionId, session, reading }, { entry, checkpoint, workspace }) {
    const places = placesOf(source)
    const conversation = await readConversation(places, sessionId)
    const { records } = conversation.tree
    const own = () =>
      checkpoint === null ? records.length : countBefore(conversation, findPoint(conversation, checkpoint))
    const through = async (id: string) => records.indexOf(await endOfEntry(conversation.tree, session, id)) + 1
    const count = entry === null ? own() : await through(entry)
    return planAlone(session.summary.title, newSession({ places, conversation, count, workspace, now: reading.now() }))
  },
  restore: planRestore,
  verify: verifyWritten
})

/** What of Cline's data can be changed: sessions of the command line program. Tasks of the extension can be kept and put back. */
export const write: WritePart = {
  ...part,
  async plan(source, change, reading) {
    if (change.kind === 'delete' && findFile(placesOf(source), change.sessionId)?.kind === 'task') {
      return fail('refused', 'The extension lists this task in a file of its own, which Reprise does not write.', {
        advice: 'Delete it in the editor.'
      })
    }
    return part.plan(source, change, reading)
  }
}
