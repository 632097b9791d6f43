import { dirname } from 'node:path'
import { fail } from '@shared/ipc/errors'
import type { PlanDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import { placesOf } from '../places'
import { fieldsOf } from '../reading/fields'
import { sessionTitle } from '../sessions/session-title'
import { cutSession } from './cut-session'
import { liveSession } from './live-session'
import { liveState } from './live-state'
import { restoreConflicts } from './restore-conflicts'
import { closeFirst, counted, fileStep } from './step-drafts'

/** "Restore to here": the conversation ends after an entry. Tasks have no times to go by and stay. */
export function planCut(source: SourceLocation, sessionId: string, entryId: string, reading: Reading): PlanDraft {
  const places = placesOf(source)
  const { path, text, session } = liveSession(places, sessionId)
  const cut = cutSession(text, session, entryId)
  if (cut.text === text) fail('refused', 'The session ends with this entry already.')
  const live = liveState(places, sessionId)
  const gone = [counted(cut.messagesBefore - cut.messages, 'message'), ...cut.also].join(' and ')
  const because = `${counted(cut.messagesBefore, 'message')} become ${cut.messages}`
  return {
    title: sessionTitle(session.title, fieldsOf(session.state).messages),
    steps: [fileStep('session', 'session', path, dirname(places.liveSessions), cut.text, because)],
    // Only what is asked about the session itself: the tasks are not touched.
    conflicts: restoreConflicts({ live, sessionId, asked: sessionId, checkpointTasks: 1, now: reading.now() }).map(
      (conflict) => ({
        ...conflict,
        leavesOut: { keep: ['session'], replace: [] }
      })
    ),
    cannot: [
      { what: 'The tasks as they were then', because: 'gestura keeps no history of them; the list stays as it is now' },
      {
        what: 'Summary, next actions and open questions of the working memory',
        because: 'they describe the end and carry no time; they are emptied'
      },
      { what: 'The count of tokens', because: 'it is kept for the whole session only, and stays' },
      { what: 'What commands and tools did', because: 'a session file holds only the conversation' }
    ],
    notes: [
      closeFirst,
      `${gone} ${cut.messagesBefore - cut.messages === 1 ? 'goes' : 'go'}, with calls, activity and memory of later times.`
    ],
    inputs: []
  }
}
