import { fail } from '@shared/ipc/errors'
import { isNative, type PlanDraft, type StepDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import { asStoredInteger } from '../../foreign-sqlite/write/stored-value'
import { storePaths } from '../store-paths'
import { refusals, unquotedWords } from './acceptance'
import { childrenBelow, recentlyWritten, refusedByTact, withoutStop } from './conflicts'
import { planKeptFiles } from './older-layouts'
import { outsideTheStore, resumeNotes, titleOf } from './plan-notes'
import { asStoredJson } from './session-row-at'
import { parseState, type SessionState, stateBytes, withColumns } from './session-state'
import { counted, stepFor } from './session-step'
import { type StoreFacts, storeFacts } from './store-facts'
import { turnsOf } from './turns'

/** Numbers left free below the new ones: a tact that runs takes some between this plan and its apply. */
const roomForOthers = 10_000

/** A session that Reprise kept is put back whole, also when the store has lost it or is gone itself. */
export async function planKept(
  source: SourceLocation,
  session: string,
  parts: readonly StepDraft[],
  reading: Reading
): Promise<PlanDraft> {
  if (parts.length > 0 && !parts.some(isNative)) return planKeptFiles(parts)
  const kept = keptState(session, parts)
  const facts = await storeFacts(storePaths(source).database, session, kept, reading)
  const notes: string[] = []
  const wanted = renumbered(quotedAgain(kept, notes), facts, notes)
  if (!facts.exists) notes.push('There is no session database any more. It is made anew, as tact makes it.')
  if (facts.hasLog) notes.push('tact has this store open, or was ended while it had.')
  return {
    title: titleOf(wanted),
    steps: [stepFor(source, session, stateBytes(wanted), because(facts.state, wanted), !facts.exists)],
    conflicts: [
      recentlyWritten(facts.state, reading.now()),
      withoutStop(facts.state, wanted),
      refusedByTact([...refusals(wanted), ...facts.lineage]),
      childrenBelow(facts.children, wanted)
    ].filter((conflict) => conflict !== null),
    cannot: outsideTheStore(wanted),
    notes: [...notes, ...resumeNotes(wanted)],
    inputs: []
  }
}

/** The rows inside a kept copy. Throws `checkpoint.invalid`. */
export function keptState(session: string, parts: readonly StepDraft[]): SessionState {
  const part = parts.find((step) => isNative(step) && step.target.session === session)
  if (!part?.content) {
    return fail('checkpoint.invalid', `The kept copy holds no rows of session ${session}.`, {
      advice: 'Choose another kept copy.'
    })
  }
  const state = parseState(part.content)
  if (state.session !== session) fail('checkpoint.invalid', 'The kept copy is one of another session.')
  return state
}

/** One row without its quotes makes the whole list of tact fail, so it is put back with them. */
function quotedAgain(state: SessionState, notes: string[]): SessionState {
  const found = Object.entries(unquotedWords(state))
  if (found.length === 0 || state.sessions === null) return state
  notes.push(
    `The ${found.map(([column]) => column).join(' and ')} of the session was kept without its quotes, which makes the list of tact fail; it is put back with them.`
  )
  const changes = Object.fromEntries(found.map(([column, word]) => [column, asStoredJson(word)]))
  return { ...state, sessions: withColumns(state, state.sessions, changes) }
}

/** The numbers of the events stay where they are free; their order is all that counts (format page, section 4.2). */
function renumbered(state: SessionState, { taken, lastEventId }: StoreFacts, notes: string[]): SessionState {
  if (taken === 0) return state
  const first = lastEventId + roomForOthers
  notes.push(
    `Other sessions have ${counted(taken, 'event number')} of this one by now: its events get new numbers, in the same order.`
  )
  const events = state.events.map((row, index) => withColumns(state, row, { event_id: asStoredInteger(first + index) }))
  return { ...state, events }
}

function because(now: SessionState | null, wanted: SessionState): string {
  const turns = (state: SessionState) => turnsOf(state).runs.length
  if (now === null)
    return `${counted(wanted.events.length, 'record')} of ${counted(turns(wanted), 'turn')}, where there is nothing now`
  return `${counted(now.events.length, 'record')} become ${wanted.events.length}, ${counted(turns(now), 'turn')} become ${turns(wanted)}`
}
