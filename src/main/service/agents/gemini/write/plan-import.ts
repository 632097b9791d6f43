import { fail } from '@shared/ipc/errors'
import type { PlanDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import type { ImportSession } from '../../write-part'
import { findSession } from '../files/find-session'
import { placesOf } from '../places'
import { openSession } from '../transcript/open-session'
import { projectFor } from './new-project'
import { draftOf, hashOf, logOf, newSessionIn } from './plan-new-session'

/** A session from elsewhere as a new session of the project of its folder here, which is made where there is none, with its whole log and its subagents. */
export function planImport(
  source: SourceLocation,
  { sessionId, from, workspace, moves = [] }: ImportSession,
  reading: Reading
): PlanDraft {
  const file = findSession(placesOf(from), sessionId)
  if (file === null) return fail('session.gone', 'The transcript of this session did not come along.')
  const session = openSession(from, sessionId)
  try {
    const places = placesOf(source)
    const { project, workspace: folder, steps: first } = projectFor(places, workspace)
    const was = session.summary.workspace
    const own = was === null || was === folder ? [] : [{ from: was, to: folder }]
    const place = { project, projectHash: hashOf(folder), moves: [...own, ...moves] }
    const made = newSessionIn(places, file, logOf(file), place, reading)
    const draft = draftOf(session, file, { ...made, steps: [...first, ...made.steps] })
    // What it is made from lies in a place of our own, where nobody else writes.
    return {
      ...draft,
      notes: draft.notes.map((note) => note.replace('; the original stays as it is, byte for byte', '')),
      inputs: []
    }
  } finally {
    session.close()
  }
}
