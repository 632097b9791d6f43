import { fail } from '@shared/ipc/errors'
import type { PlanDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import type { ImportSession } from '../../write-part'
import { databasesOf } from '../places'
import { findSession } from '../sessions/find-session'
import { planNewSession } from './plan-new-session'

/** A session lives in a project of opencode's own database, which only opencode makes. */
export function whyNoneNew(source: SourceLocation): string | null {
  return databasesOf(source).length > 0
    ? null
    : 'opencode has no database here yet. Start opencode once in the folder that the session shall work in, then hand it over again.'
}

/** A session from elsewhere as a new session of this source, in a folder that opencode knows here. */
export async function planImport(
  source: SourceLocation,
  { sessionId, from, workspace, before, moves = [] }: ImportSession,
  reading: Reading
): Promise<PlanDraft> {
  const session = await findSession(from, sessionId, reading)
  const none = whyNoneNew(source)
  if (none !== null) return fail('refused', none)
  const title = session.info.title ?? sessionId
  const { id, steps, cannot, notes } = await planNewSession(
    source,
    session,
    {
      end: 'as it is',
      workspace,
      title,
      before,
      moves: [{ from: session.info.directory ?? '', to: workspace }, ...moves].filter(({ from }) => from !== '')
    },
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
