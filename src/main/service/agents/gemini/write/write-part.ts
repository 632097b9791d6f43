import { fail } from '@shared/ipc/errors'
import { fileWritePart } from '../../file-store/file-write-part'
import type { WritePart } from '../../write-part'
import { findSession, type SessionFile } from '../files/find-session'
import { sessionParts } from '../files/session-parts'
import { type GeminiPlaces, placesOf } from '../places'
import { openSession } from '../transcript/open-session'
import { endAfterEntry } from './choose-end'
import { planImport } from './plan-import'
import { draftOf, logOf, newSession } from './plan-new-session'
import { planRestore } from './plan-restore'
import { verifyWritten } from './verify-written'

const part = fileWritePart({
  parts: (source, sessionId) => sessionParts(placesOf(source), sessionId),
  open: openSession,
  folders: (source) => [placesOf(source).tmp],
  stays: [
    { what: 'What was typed in it', because: 'it also stands in logs.json, the list of prompts of the project' },
    { what: 'Its checkpoints and saved chats', because: 'they are kept apart, and can still be gone back to' }
  ],
  async newSession({ source, sessionId, session, reading }, { entry, checkpoint, workspace }) {
    if (checkpoint !== null) {
      return fail('refused', 'A fork of a Gemini session begins with the session as it is, up to an entry.', {
        advice: 'Restore to the checkpoint instead: that makes a new session, too.'
      })
    }
    const places = placesOf(source)
    const file = fileOf(places, sessionId)
    const lines = logOf(file)
    const count = entry === null ? lines.length : await endAfterEntry(lines, session, entry)
    return draftOf(session, file, newSession(places, file, lines.slice(0, count), workspace, reading))
  },
  restore: async ({ source, sessionId, session, reading }, checkpoint) => {
    const places = placesOf(source)
    return planRestore(places, fileOf(places, sessionId), session, checkpoint, reading)
  },
  verify: (source, paths) => verifyWritten(placesOf(source), paths)
})

/** What of a Gemini home can be changed. */
export const write: WritePart = {
  ...part,
  changes: [...part.changes, 'import'],
  plan: async (source, change, reading) =>
    change.kind === 'import' ? planImport(source, change, reading) : part.plan(source, change, reading)
}

function fileOf(places: GeminiPlaces, sessionId: string): SessionFile {
  const file = findSession(places, sessionId)
  return file ?? fail('session.gone', `The transcript of session ${sessionId} is gone.`)
}
