import { fail } from '@shared/ipc/errors'
import type { PlanDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import type { ImportSession } from '../../write-part'
import { findSession } from '../files/find-session'
import { placesOf } from '../places'
import { openSession } from '../transcript/open-session'
import { draftOf, logOf, newSession } from './plan-new-session'

/** A session from elsewhere as a new session of a project of here, with its whole log and its subagents. */
export function planImport(
  source: SourceLocation,
  { sessionId, from, workspace }: ImportSession,
  reading: Reading
): PlanDraft {
  const file = findSession(placesOf(from), sessionId)
  if (file === null) return fail('session.gone', 'The transcript of this session did not come along.')
  const session = openSession(from, sessionId)
  try {
    const made = newSession(placesOf(source), file, logOf(file), workspace, reading)
    // What it is made from lies in a place of our own, where nobody else writes.
    return { ...draftOf(session, file, made), inputs: [] }
  } finally {
    session.close()
  }
}
