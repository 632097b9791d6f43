import { asNumber, type JsonObject } from '../json-access'
import { kindOf, payloadOf, type SessionState } from './session-state'

/** One run of the agent, by positions in the events: `end` is the last record that belongs to it. */
export interface Run {
  readonly start: number
  readonly end: number
  /** Whether tact wrote a resume state with it (format page, section 5.1): it completed, and its turn ended without an error. */
  readonly good: boolean
}

/** How a session's records fall into turns. */
export interface Turns {
  readonly kinds: readonly string[]
  readonly runs: readonly Run[]
  /** Last record of the last good run; -1 when there is none. */
  readonly lastGood: number
  /** First record of what came after it and did not succeed; null when nothing did. */
  readonly failedFrom: number | null
}

const startKinds = new Set([
  'tact/user.submitted',
  'tact/user.steered',
  'tact/reflection.started',
  'tact/worker.turn_accepted',
  'agent/input.accepted',
  'agent/run.started'
])

/**
 * Grouped by the agent's records, since the worker's stand in the wrong places (format page, section 4.2). A run whose last records are lost to
 * a kill still counts as good when the record that carried its resume state is there.
 */
export function turnsOf(state: SessionState): Turns {
  const kinds = state.events.map((row) => kindOf(state, row))
  const reader = new RunReader()
  for (const [index, row] of state.events.entries()) {
    reader.read(kinds[index] ?? '', index, () => payloadOf(state, row))
  }
  const runs = reader.runs()
  const lastGood = runs.findLast((run) => run.good)?.end ?? -1
  const failedFrom = kinds.findIndex((kind, index) => index > lastGood && startKinds.has(kind))
  return { kinds, runs, lastGood, failedFrom: failedFrom < 0 ? null : failedFrom }
}

interface FoundRun {
  readonly start: number
  end: number
  completed: boolean
  /** The worker wrote its end without an error, which carries the resume state. */
  finished: boolean
  bad: boolean
}

class RunReader {
  readonly #found: FoundRun[] = []
  #open: FoundRun | null = null
  /** A record of the worker that is late belongs to the run that ended last, until another turn begins. */
  #ended: FoundRun | null = null

  read(kind: string, index: number, payload: () => JsonObject): void {
    if (this.#open === null && startKinds.has(kind)) this.#ended = null
    if (kind === 'tact/session.started') {
      this.#open = null
      this.#ended = null
    } else if (kind === 'agent/run.started') this.#start(index)
    else if (kind === 'agent/run.completed' || kind === 'agent/run.failed') {
      this.#end(index, kind === 'agent/run.completed')
    } else if (kind === 'tact/worker.turn_finished') {
      const { error, terminal_stop: stop } = payload()
      this.#judge(index, hasValue(error) || hasValue(stop), true)
    } else if (kind === 'tact/worker.turns_interrupted') {
      this.#judge(index, (asNumber(payload().count) ?? 1) > 0, false)
    } else if (this.#open !== null && kind.startsWith('agent/')) this.#open.end = index
  }

  runs(): readonly Run[] {
    return this.#found.map(({ start, end, completed, finished, bad }) => ({
      start,
      end,
      good: (completed || finished) && !bad
    }))
  }

  #start(index: number): void {
    this.#open = { start: index, end: index, completed: false, finished: false, bad: false }
    this.#found.push(this.#open)
  }

  #end(index: number, completed: boolean): void {
    if (this.#open === null) return
    this.#open.end = index
    this.#open.completed = completed
    this.#open.bad ||= !completed
    this.#ended = this.#open
    this.#open = null
  }

  #judge(index: number, bad: boolean, finished: boolean): void {
    const run = this.#open ?? this.#ended
    if (run === null) return
    run.bad ||= bad
    run.finished ||= finished
    if (run === this.#ended) run.end = index
  }
}

const hasValue = (value: unknown) => value !== undefined && value !== null

/** The last record of the turn that a record belongs to: where the transcript is cut to end with it. */
export function turnEnd(state: SessionState, { kinds, runs }: Turns, index: number): number {
  const kind = kinds[index] ?? ''
  const inside = runs.find((run) => run.start <= index && index <= run.end)
  if (inside) return inside.end
  if (kind === 'tact/shell.started') return answerOf(state, kinds, index) ?? index
  if (!startKinds.has(kind)) return index
  const accepted = acceptedAt(state, kinds, index)
  const next = runs.find((run) => run.start > index && run.end > accepted)
  const border = nextTurn(kinds, index)
  return next !== undefined && next.start < nextTurn(kinds, Math.max(accepted, index)) ? next.end : border - 1
}

/** A prompt that waited in a queue belongs to the run after the worker took it, not to the one that was going on. */
function acceptedAt(state: SessionState, kinds: readonly string[], index: number): number {
  const row = state.events[index]
  const id = row === undefined ? undefined : payloadOf(state, row).id
  const end = segmentEnd(kinds, index)
  const found = kinds.findIndex((kind, at) => {
    if (at <= index || at >= end || kind !== 'tact/worker.turn_accepted') return false
    const accepted = state.events[at]
    return accepted !== undefined && payloadOf(state, accepted).id === id
  })
  return found < 0 ? index : found
}

function nextTurn(kinds: readonly string[], index: number): number {
  const borders = new Set(['tact/user.submitted', 'tact/reflection.started', 'tact/session.started'])
  const found = kinds.findIndex((kind, at) => at > index && borders.has(kind))
  return found < 0 ? kinds.length : found
}

function segmentEnd(kinds: readonly string[], index: number): number {
  const found = kinds.indexOf('tact/session.started', index + 1)
  return found < 0 ? kinds.length : found
}

function answerOf(state: SessionState, kinds: readonly string[], index: number): number | null {
  const idAt = (at: number) => {
    const row = state.events[at]
    return row === undefined ? undefined : payloadOf(state, row).id
  }
  const end = segmentEnd(kinds, index)
  const found = kinds.findIndex(
    (kind, at) => at > index && at < end && kind === 'tact/shell.finished' && idAt(at) === idAt(index)
  )
  return found < 0 ? null : found
}
