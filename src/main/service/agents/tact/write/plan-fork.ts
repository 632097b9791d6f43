import { isAbsolute } from 'node:path'
import type { Finding } from '@shared/domain/finding'
import type { CannotBringBack } from '@shared/domain/plan'
import { fail } from '@shared/ipc/errors'
import type { ConflictDraft, PlanDraft, StepDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import { resumeStateId } from '../checkpoints'
import { knownModels } from '../models'
import { resumeHint } from '../resume-command'
import { refusals } from './acceptance'
import { holdsBoundary, viewOnly } from './conflicts'
import { forkRows, resumeRow, textIn } from './fork-rows'
import { entryIndex, noStateThen, presentState, stateIsOf } from './plan-cut'
import { keptState } from './plan-kept'
import { outsideTheStore, stopOf, titleOf } from './plan-notes'
import { sessionRowAt } from './session-row-at'
import { recordBytes, type SessionState, sequenceOf, stateBytes } from './session-state'
import { stepFor } from './session-step'
import type { ChildSession } from './store-facts'
import { turnEnd, turnsOf } from './turns'
import { uuid7 } from './uuid7'

/** Numbers left free below the new event: a tact that runs takes some between this plan and its apply. */
const roomForOthers = 10_000

/** Where to fork. All null: where the resume state is of. */
export interface ForkPoint {
  readonly checkpoint: string | null
  readonly entry: string | null
  readonly workspace: string | null
  /** A kept copy to fork from instead of the session as it is now. */
  readonly parts?: readonly StepDraft[]
}

/**
 * A new session with the history of this one, as tact makes forks: a row of its own with a parent, one record that says where in the parent it
 * begins, and the parent's resume state (format page, sections 5.1 and 7). tact itself writes that state only after a first turn; with it the
 * fork can be resumed at once.
 */
export async function planFork(
  source: SourceLocation,
  session: string,
  point: ForkPoint,
  reading: Reading
): Promise<PlanDraft> {
  const present = await presentState(source, session, reading)
  const { facts } = present
  const state = point.parts === undefined ? present.state : keptState(session, point.parts)
  checkForkable(state, point)
  const place = forkPlace(state, point)
  if (point.parts !== undefined) checkStillThere(present.state, state, place.last)
  const resumable = state.resumeState !== null && place.stateIsThere
  const now = reading.now()
  const id = forkId(source, state, facts.children, place, now)
  const resume = resumable ? await resumeRow(state, id, point.workspace) : null
  const taken = { ...state, events: state.events.slice(0, place.last + 1) }
  const parent = { ...taken, sessions: sessionRowAt(taken) }
  checkLoads([...refusals(parent), ...facts.lineage])
  const eventId = facts.lastEventId + roomForOthers
  const start = { id, now, eventId, parentSequence: place.sequence, workspace: point.workspace }
  const fork = forkRows(parent, start, resume)
  checkLoads(refusals(fork))
  const workspace = textIn(fork, 'workspace')
  const conflicts: ConflictDraft[] = resumable ? [] : [viewOnly('fork')]
  const cannot: CannotBringBack[] = [...(resumable ? [] : [noStateThen]), ...outsideTheStore(state)]
  const model = textIn(fork, 'model')
  return {
    title: titleOf(state),
    created: id,
    steps: [stepFor(source, id, stateBytes(fork), `A new session ${id}, forked at record ${place.sequence}`)],
    conflicts,
    cannot,
    notes: [
      ...(resumable ? [`Resume it in ${workspace} with: ${resumeHint(source, id)}`] : []),
      ...(resumable && !knownModels.has(model)
        ? [`It is of ${model}; only a tact that has this model resumes it.`]
        : []),
      ...(point.workspace === null
        ? []
        : ['The model was told of the old folder; tact tells it of the new one with the next prompt.'])
    ],
    inputs: []
  }
}

/** A fork of tact holds none of its parent's records: tact reads them from the parent, up to the place that the fork names. */
function checkStillThere(present: SessionState, kept: SessionState, last: number): void {
  const recordAt = (state: SessionState, index: number) => {
    const row = state.events[index]
    return (row && recordBytes(state, row)) ?? null
  }
  for (let index = 0; index <= last; index++) {
    const [now, then] = [recordAt(present, index), recordAt(kept, index)]
    if (now !== null && then !== null && Buffer.compare(now, then) === 0) continue
    fail('refused', `Session ${kept.session} no longer holds the records that were kept; a fork reads them from it.`, {
      advice: 'Put the kept session back first; then fork it.'
    })
  }
}

function checkLoads([wrong]: readonly Finding[]): void {
  if (wrong) fail('refused', `tact would not load the fork: ${wrong.what}`, { data: { findings: [wrong] } })
}

/** While somebody writes, the engine makes a plan several times; all of these within moments are to name one session. */
const sameMoment = 10_000

function forkId(
  source: SourceLocation,
  state: SessionState,
  children: readonly ChildSession[],
  place: ForkPlace,
  now: number
): string {
  const others = children.map(({ id }) => id)
  const madeFor = [source.id, String(process.pid), state.session, String(place.sequence), ...others]
  return uuid7(now - (now % sameMoment), madeFor)
}

function checkForkable(state: SessionState, { checkpoint, workspace, parts }: ForkPoint): void {
  if (state.sessions === null || state.events.length === 0) {
    fail('refused', 'Only a resume state is left of this session: there is nothing that a fork could begin from.')
  }
  if (parts === undefined && checkpoint !== null && (checkpoint !== resumeStateId || state.resumeState === null)) {
    fail('not.found', `Session ${state.session} has no checkpoint ${checkpoint}.`)
  }
  if (workspace !== null && !isAbsolute(workspace)) {
    fail('bad.input', `The folder of a fork has to be named from the root: ${workspace}.`)
  }
  if (stopOf(state) !== null) {
    fail('refused', 'The provider stopped this session for good; Reprise makes no fork around that.', {
      advice: 'Start a new session.'
    })
  }
}

interface ForkPlace {
  /** Position of the last record that the fork takes. */
  readonly last: number
  readonly sequence: number
  readonly stateIsThere: boolean
}

function forkPlace(state: SessionState, { entry }: ForkPoint): ForkPlace {
  const turns = turnsOf(state)
  // What failed after the last success is not in the resume state, so it is not taken over either.
  const whole = state.resumeState === null || turns.failedFrom === null ? state.events.length : turns.failedFrom
  let last = entry === null ? whole - 1 : turnEnd(state, turns, entryIndex(state, entry))
  // A piece of a message can be replaced by the message later, and then tact no longer finds the place (format page, section 6.3).
  while (last > 0 && turns.kinds[last] === 'agent/assistant.delta') last -= 1
  const row = state.events[last]
  const sequence = row === undefined ? null : sequenceOf(state, row)
  if (sequence === null || !holdsBoundary(state, sequence) || !isFirstOf(state, sequence, last)) {
    return fail(
      'refused',
      'The place of a fork cannot be named in this session: the numbers of its records repeat, as those of tact 0.4 and 0.5.0 do after a resume.',
      { advice: 'Resume the session itself instead.' }
    )
  }
  return { last, sequence, stateIsThere: stateIsOf(turns, last) }
}

/** tact takes the first record of a number, so it must be the one that is meant. */
function isFirstOf(state: SessionState, sequence: number, last: number): boolean {
  return state.events.findIndex((row) => sequenceOf(state, row) === sequence) === last
}
