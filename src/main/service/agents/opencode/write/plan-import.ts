import { fail } from '@shared/ipc/errors'
import type { PlanDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import type { ImportSession } from '../../write-part'
import { databasesOf } from '../places'
import { findSession } from '../sessions/find-session'
import { planNewSession } from './plan-new-session'

/** A session from elsewhere as a new session of this source, in a folder that opencode knows here. */
export async function planImport(
  source: SourceLocation,
  { sessionId, from, workspace }: ImportSession,
  reading: Reading
): Promise<PlanDraft> {
  const session = await findSession(from, sessionId, reading)
  if (databasesOf(source).length === 0) {
    return fail(
      'refused',
      'opencode has no database here yet, so there is nothing that the session could be put into.',
      {
        advice: `Start opencode once in ${workspace}, then try again.`
      }
    )
  }
  const title = session.info.title ?? sessionId
  const { id, steps, cannot, notes } = await planNewSession(
    source,
    session,
    { end: 'as it is', workspace, title },
    reading
  )
  return {
    title,
    created: id,
    steps,
    conflicts: [],
    cannot,
    notes: notes.filter((note) => !note.includes('original')),
    // What it is made from lies in a place of our own, where nobody else writes.
    inputs: []
  }
}
