import type { CannotBringBack } from '@shared/domain/plan'
import { fail } from '@shared/ipc/errors'
import type { PlanDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import { resumeStateId } from '../checkpoints'
import { storePaths } from '../store-paths'
import { anchorOf } from '../transcript/item'
import { refusals } from './acceptance'
import { childrenBelow, recentlyWritten, viewOnly } from './conflicts'
import { outsideTheStore, resumeNotes, stopOf, titleOf } from './plan-notes'
import { sessionRowAt } from './session-row-at'
import { type SessionState, stateBytes } from './session-state'
import { counted, stepFor } from './session-step'
import { eventIdOf } from './state-rows'
import { type StoreFacts, storeFacts } from './store-facts'
import { type Turns, turnEnd, turnsOf } from './turns'

/** Back to the state that the session's resume state is of: what failed after the last success is cut off. */
export async function planResumeState(
  source: SourceLocation,
  session: string,
  checkpoint: string,
  reading: Reading
): Promise<PlanDraft> {
  const { facts, state } = await presentState(source, session, reading)
  if (checkpoint !== resumeStateId || state.resumeState === null) {
    return fail('not.found', `Session ${session} has no checkpoint ${checkpoint}.`)
  }
  const turns = turnsOf(state)
  const last = turns.failedFrom === null ? state.events.length - 1 : turns.failedFrom - 1
  return planCut(source, reading, { facts, state, turns, last })
}

/** "Restore to here": the turn of an entry becomes the last one. */
export async function planToEntry(
  source: SourceLocation,
  session: string,
  entry: string,
  reading: Reading
): Promise<PlanDraft> {
  const { facts, state } = await presentState(source, session, reading)
  const turns = turnsOf(state)
  return planCut(source, reading, { facts, state, turns, last: turnEnd(state, turns, entryIndex(state, entry)) })
}

/** Position of the record that an entry stands at. Throws `refused` for one that belongs to an ancestor. */
export function entryIndex(state: SessionState, entry: string): number {
  const eventId = anchorOf(entry)
  const index = state.events.findIndex((row) => Number(eventIdOf(row)) === eventId)
  if (index >= 0) return index
  return fail('refused', "This entry is not one of the session's own records.", {
    advice: 'An inherited entry belongs to the session that this one was forked from: open that one.',
    data: { session: state.session, entry }
  })
}

/** The session as it is now. Throws `not.found`. */
export async function presentState(
  source: SourceLocation,
  session: string,
  reading: Reading
): Promise<{ readonly facts: StoreFacts; readonly state: SessionState }> {
  const { database, root } = storePaths(source)
  const facts = await storeFacts(database, session, null, reading)
  if (facts.state === null) {
    return fail('not.found', `There is no session ${session} in the database of ${root}.`, {
      advice: 'Sessions of layouts before tact 0.4 can be looked at only.',
      data: { session }
    })
  }
  return { facts, state: facts.state }
}

/** Whether the resume state of a session is the one that tact had after a record: that of the last good turn up to there. */
export function stateIsOf(turns: Turns, last: number): boolean {
  return last >= turns.lastGood
}

interface Cut {
  readonly facts: StoreFacts
  readonly state: SessionState
  readonly turns: Turns
  /** Position of the last record that stays. */
  readonly last: number
}

function planCut(source: SourceLocation, reading: Reading, { facts, state, turns, last }: Cut): PlanDraft {
  const events = state.events.slice(0, last + 1)
  const resumable = state.resumeState !== null && stateIsOf(turns, last)
  const kept = { ...state, events, resumeState: resumable ? state.resumeState : null }
  const gone = state.events.length - events.length
  const wanted = gone === 0 ? state : { ...kept, sessions: sessionRowAt(kept) }
  checkLoads(wanted, facts)
  if (stopOf(state) !== null && stopOf(wanted) === null) {
    fail('refused', 'The provider stopped this session for good; Reprise does not cut that off.', {
      advice: 'Start a new session.'
    })
  }
  const viewing = gone > 0 && !resumable
  return {
    title: titleOf(state),
    steps: [stepFor(source, state.session, stateBytes(wanted), because(turns, gone, last))],
    conflicts: [
      recentlyWritten(state, reading.now()),
      viewing ? viewOnly('restore') : null,
      childrenBelow(
        facts.children.filter(({ id }) => id !== state.session),
        wanted
      )
    ].filter((conflict) => conflict !== null),
    cannot: [...(viewing ? [noStateThen] : []), ...outsideTheStore(state)],
    notes: [
      ...(gone === 0 ? ['Nothing comes after this point: the session is at it already.'] : []),
      ...(facts.hasLog ? ['tact has this store open, or was ended while it had.'] : []),
      ...resumeNotes(wanted)
    ],
    inputs: []
  }
}

/** Said of a point for which no resume state was captured (tact-37). */
export const noStateThen: CannotBringBack = {
  what: 'Resuming from this point',
  because:
    'View only: tact keeps one resume state, of the last turn that succeeded, and none was captured at this point. Keep the session with Reprise at points that you may want to return to.'
}

function checkLoads(state: SessionState, { lineage }: StoreFacts): void {
  const [first] = [...refusals(state), ...lineage]
  if (first === undefined) return
  fail('refused', `tact would not load the session afterwards either: ${first.what}`, { data: { findings: [first] } })
}

function because(turns: Turns, gone: number, last: number): string {
  if (gone === 0) return 'The session is as it is to be'
  const after = turns.runs.filter((run) => run.end <= last).length
  return `${counted(gone, 'record')} after this point ${gone === 1 ? 'goes' : 'go'}: ${counted(turns.runs.length, 'turn')} become ${after}`
}
