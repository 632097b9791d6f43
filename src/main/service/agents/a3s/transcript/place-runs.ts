import { fieldsOf, listOf, textOf, timeOf } from '../fields'
import type { CallIndex } from './slots'
import type { UserText } from './user-texts'

/** Where a run stands among the messages. A message number -1 is before all of them. */
export interface PlacedRun extends RunStart {
  /** Last message that belongs to it. */
  readonly end: number
}

/** Where a run begins: the message with its prompt, else the first call that one of its events names. */
export interface RunStart {
  readonly run: number
  /** Message with the run's prompt; null when none has it. */
  readonly prompt: number | null
  /** As many runs have that prompt as messages have, so that it is certain which run belongs to which. */
  readonly certain: boolean
  /** First message that belongs to it; null when nothing tells. */
  readonly start: number | null
}

/**
 * Messages and runs have no link but the prompt's text and the ids of tool calls. Runs are taken in order of time; each takes the
 * next message that has its prompt, else the first call that one of its events names, else it follows the run before it.
 */
export function placeRuns(
  texts: readonly UserText[],
  messages: number,
  runs: readonly unknown[],
  calls: CallIndex
): readonly PlacedRun[] {
  return withEnds(startsOfRuns(texts, runs, calls), messages)
}

/** The starts alone, in order of time; without `calls` only prompts are looked at. */
export function startsOfRuns(
  texts: readonly UserText[],
  runs: readonly unknown[],
  calls?: CallIndex
): readonly RunStart[] {
  const prompts = promptPlaces(texts, runs)
  const order = runs.map((run, index) => ({ index, at: timeOf(snapshotOf(run).created_at_ms) ?? 0 }))
  order.sort((a, b) => a.at - b.at || a.index - b.index)
  let reached = -1
  return order.map(({ index }) => {
    const queue = prompts.get(textOf(snapshotOf(runs[index]).prompt))
    const prompt = next(queue, reached)
    const start = prompt ?? (calls === undefined ? null : firstCall(runs[index], calls, reached))
    if (start !== null) reached = start
    return { run: index, prompt, certain: queue !== undefined && queue.places.length === queue.runs, start }
  })
}

export function snapshotOf(run: unknown): ReturnType<typeof fieldsOf> {
  return fieldsOf(fieldsOf(run).snapshot)
}

export function eventsOf(run: unknown): readonly unknown[] {
  return listOf(fieldsOf(run).events)
}

/** Places of user messages by their text, only of texts that a run has as its prompt. */
function promptPlaces(texts: readonly UserText[], runs: readonly unknown[]): Map<string, PlaceQueue> {
  const places = new Map<string, PlaceQueue>()
  for (const run of runs) {
    const text = textOf(snapshotOf(run).prompt)
    const known = places.get(text)
    if (known === undefined) places.set(text, { places: [], passed: 0, runs: 1 })
    else known.runs += 1
  }
  for (const { message, content, display } of texts) {
    places.get(content)?.places.push(message)
    if (display !== content) places.get(display)?.places.push(message)
  }
  return places
}

interface PlaceQueue {
  readonly places: number[]
  passed: number
  runs: number
}

/** The first of the ascending places beyond `reached`; places before it stay passed, so that all runs together need one pass. */
function next(queue: PlaceQueue | undefined, reached: number): number | null {
  if (queue === undefined) return null
  while ((queue.places[queue.passed] ?? Number.POSITIVE_INFINITY) <= reached) queue.passed += 1
  return queue.places[queue.passed] ?? null
}

function firstCall(run: unknown, calls: CallIndex, reached: number): number | null {
  for (const record of eventsOf(run)) {
    for (const place of callsOfEvent(fieldsOf(record).event, calls)) if (place.message > reached) return place.message
  }
  return null
}

function callsOfEvent(event: unknown, calls: CallIndex): ReturnType<CallIndex['callsOf']> {
  const { id, tool_id: toolId } = fieldsOf(event)
  return calls.callsOf(textOf(id ?? toolId))
}

/** A run goes on until the next one that has a start. */
function withEnds(starts: readonly RunStart[], messages: number): readonly PlacedRun[] {
  const placed: PlacedRun[] = []
  let end = messages - 1
  for (const start of starts.toReversed()) {
    placed.push({ ...start, end })
    if (start.start !== null) end = start.start - 1
  }
  return placed.reverse()
}

/** Message after which each event of a run comes: after the last call that was named so far. */
export function eventPlaces(run: unknown, { start, end }: PlacedRun, calls: CallIndex): readonly number[] {
  if (start === null) return eventsOf(run).map(() => end)
  let cursor = start
  return eventsOf(run).map((record) => {
    for (const call of callsOfEvent(fieldsOf(record).event, calls)) {
      const last = (calls.result(call) ?? call).message
      if (last > cursor && last <= end) cursor = last
    }
    return cursor
  })
}
