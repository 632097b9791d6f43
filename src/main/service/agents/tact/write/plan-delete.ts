import type { PlanDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import { childrenBelow, recentlyWritten } from './conflicts'
import { presentState } from './plan-cut'
import { titleOf } from './plan-notes'
import { counted, stepFor } from './session-step'

/** All rows of a session go, in one transaction; a safety copy stays with Reprise. tact itself deletes nothing (format page, section 5.2). */
export async function planDelete(source: SourceLocation, session: string, reading: Reading): Promise<PlanDraft> {
  const { facts, state } = await presentState(source, session, reading)
  const others = facts.children.filter(({ id }) => id !== session)
  const parts = [counted(state.events.length, 'record'), ...(state.resumeState ? ['the resume state'] : [])]
  return {
    title: titleOf(state),
    steps: [stepFor(source, session, null, `${parts.join(' and ')} ${parts.length > 1 ? 'go' : 'goes'}`)],
    conflicts: [recentlyWritten(state, reading.now()), childrenBelow(others, null)].filter((each) => each !== null),
    cannot: [],
    notes: [
      'The rows are kept as a safety copy, so this can be undone.',
      ...(facts.hasLog ? ['tact has this store open, or was ended while it had.'] : [])
    ],
    inputs: []
  }
}
