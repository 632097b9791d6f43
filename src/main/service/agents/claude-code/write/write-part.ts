import { fail } from '@shared/ipc/errors'
import { keepFiles } from '../../file-store/keep-files'
import type { WritePart } from '../../write-part'
import { placesOf } from '../places'
import { sessionParts } from '../sessions/session-parts'
import { takenNotes } from './note-steps'
import { planDelete } from './plan-delete'
import { planImport } from './plan-import'
import { planRestoreKept } from './plan-kept'
import { planNewSession } from './plan-new-session'
import { planRestore } from './plan-restore'
import { verifyWritten } from './verify-written'

/** What of a Claude Code folder can be changed. A conversation goes back by becoming a new session: transcripts that are there stay. */
export const write: WritePart = {
  changes: ['restore', 'restore-to-entry', 'fork', 'delete', 'restore-kept', 'import'],
  async plan(source, change, reading) {
    const { sessionId } = change
    switch (change.kind) {
      case 'restore':
        return planRestore(source, sessionId, change.checkpoint, reading)
      case 'restore-to-entry':
        return planNewSession(source, sessionId, { entry: change.entry }, null, reading.moves)
      case 'fork': {
        if (change.parts !== undefined)
          return fail('refused', 'Claude Code forks from what it has, not from a kept copy.')
        const { checkpoint, entry } = change
        const end = entry === null && checkpoint !== null ? { beforePrompt: checkpoint } : { entry }
        return planNewSession(source, sessionId, end, change.workspace, undefined)
      }
      case 'restore-kept':
        return planRestoreKept(source, sessionId, change.parts, reading)
      case 'import':
        return planImport(source, change)
      case 'delete':
        return planDelete(source, sessionId, reading)
      default:
        return fail('refused', `Claude Code has no ${change.kind}.`)
    }
  },
  verify: async (source, _sessionId, paths) => verifyWritten(source, paths),
  capture: (source, sessionId, reading) => keepFiles(source, () => sessionParts(placesOf(source), sessionId), reading),
  projectNotes: takenNotes
}
