import { fail } from '@shared/ipc/errors'
import type { SourceLocation } from '../../adapter'
import { keepFiles } from '../../file-store/keep-files'
import { putBackFiles } from '../../file-store/put-back-files'
import { removeFiles, whyJustWritten } from '../../file-store/remove-files'
import type { AdapterChange, WritePart } from '../../write-part'
import { findSession } from '../files/find-session'
import { sessionParts } from '../files/session-parts'
import { placesOf } from '../places'
import { openSession } from '../transcript/open-session'
import { endAfterEntry } from './choose-end'
import { planImport } from './plan-import'
import { draftOf, logOf, newSession } from './plan-new-session'
import { planRestore } from './plan-restore'
import { verifyWritten } from './verify-written'

/** What of a Gemini home can be changed. A conversation goes back by becoming a new session: logs that are there stay. */
export const write: WritePart = {
  changes: ['restore', 'restore-to-entry', 'fork', 'delete', 'restore-kept', 'import'],
  async plan(source, change, reading) {
    if (change.kind === 'import') return planImport(source, change, reading)
    const places = placesOf(source)
    const parts = sessionParts(places, change.sessionId)
    const inUse = parts.length === 0 ? null : whyJustWritten(source, parts, reading)
    if (change.kind === 'restore-kept') {
      const title = `Session ${change.sessionId}`
      return putBackFiles({ source, title, parts: change.parts, folders: [places.tmp], inUse, notes: [] })
    }
    const session = openSession(source, change.sessionId)
    try {
      if (change.kind === 'delete') {
        const cannot = [
          { what: 'What was typed in it', because: 'it also stands in logs.json, the list of prompts of the project' },
          { what: 'Its checkpoints and saved chats', because: 'they are kept apart, and can still be gone back to' }
        ]
        const objections = inUse === null ? [] : [inUse]
        return removeFiles({ source, title: session.summary.title, parts, objections, cannot })
      }
      return await planBack(source, change, session, reading)
    } finally {
      session.close()
    }
  },
  verify: async (source, _sessionId, paths) => verifyWritten(placesOf(source), paths),
  capture: (source, sessionId, reading) => keepFiles(source, () => sessionParts(placesOf(source), sessionId), reading)
}

async function planBack(
  source: SourceLocation,
  change: AdapterChange,
  session: ReturnType<typeof openSession>,
  reading: Parameters<WritePart['plan']>[2]
) {
  const places = placesOf(source)
  const file = findSession(places, change.sessionId)
  if (file === null) return fail('session.gone', `The transcript of session ${change.sessionId} is gone.`)
  if (change.kind === 'restore') return planRestore(places, file, session, change.checkpoint, reading)
  if (change.kind !== 'fork' && change.kind !== 'restore-to-entry')
    return fail('refused', `Gemini CLI has no ${change.kind}.`)
  if (change.kind === 'fork' && (change.parts !== undefined || change.checkpoint !== null)) {
    return fail('refused', 'A fork of a Gemini session begins with the session as it is, up to an entry.', {
      advice: 'Restore to the checkpoint instead: that makes a new session, too.'
    })
  }
  const lines = logOf(file)
  const count = change.entry === null ? lines.length : await endAfterEntry(lines, session, change.entry)
  const workspace = change.kind === 'fork' ? change.workspace : null
  return draftOf(session, file, newSession(places, file, lines.slice(0, count), workspace, reading))
}
