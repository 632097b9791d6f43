import { fieldsOf, isFields, listOf, textOf, timeOf } from '../fields'
import { contentText, displayText, isWire } from './display-text'
import type { CallIndex } from './slots'

/** Where a run stands among the messages. A message number -1 is before all of them. */
export interface PlacedRun {
  readonly run: number
  /** Message with the run's prompt; null when none has it. */
  readonly prompt: number | null
  /** Last message that belongs to it. */
  readonly end: number
  /** Message after which each event comes, by event number. */
  readonly after: readonly number[]
}

/**
 * Messages and runs have no link but the prompt's text and the ids of tool calls. Runs are taken in order of time; each takes the
 * next message that has its prompt, else the first call that one of its events names, else it follows the run before it.
 */
export function placeRuns(
  messages: readonly unknown[],
  runs: readonly unknown[],
  calls: CallIndex
): readonly PlacedRun[] {
  const prompts = promptPlaces(messages)
  const order = runs.map((run, index) => ({ index, at: timeOf(snapshotOf(run).created_at_ms) ?? 0 }))
  order.sort((a, b) => a.at - b.at || a.index - b.index)
  const starts: { run: number; prompt: number | null; start: number | null }[] = []
  let reached = -1
  for (const { index } of order) {
    const prompt = next(prompts.get(textOf(snapshotOf(runs[index]).prompt)), reached)
    const start = prompt ?? firstCall(runs[index], calls, reached)
    if (start !== null) reached = start
    starts.push({ run: index, prompt, start })
  }
  return withEnds(starts, messages.length, runs, calls)
}

export function snapshotOf(run: unknown): ReturnType<typeof fieldsOf> {
  return fieldsOf(fieldsOf(run).snapshot)
}

export function eventsOf(run: unknown): readonly unknown[] {
  return listOf(fieldsOf(run).events)
}

function promptPlaces(messages: readonly unknown[]): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [index, message] of messages.entries()) {
    if (!isFields(message) || message.role !== 'user' || isWire(message)) continue
    for (const text of new Set([contentText(message), displayText(message)])) {
      if (text === '') continue
      const known = places.get(text)
      if (known === undefined) places.set(text, [index])
      else known.push(index)
    }
  }
  return places
}

/** The first of the ascending places beyond `reached`; places before it are forgotten, so that all runs together need one pass. */
function next(places: number[] | undefined, reached: number): number | null {
  if (places === undefined) return null
  let passed = 0
  while (passed < places.length && (places[passed] ?? 0) <= reached) passed += 1
  places.splice(0, passed)
  return places[0] ?? null
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

function withEnds(
  starts: readonly { run: number; prompt: number | null; start: number | null }[],
  messages: number,
  runs: readonly unknown[],
  calls: CallIndex
): readonly PlacedRun[] {
  const placed: PlacedRun[] = []
  let end = messages - 1
  for (const { run, prompt, start } of [...starts].reverse()) {
    const after = start === null ? eventsOf(runs[run]).map(() => end) : eventPlaces(runs[run], start, end, calls)
    placed.unshift({ run, prompt, end, after })
    if (start !== null) end = start - 1
  }
  return placed
}

function eventPlaces(run: unknown, start: number, end: number, calls: CallIndex): readonly number[] {
  let cursor = start
  return eventsOf(run).map((record) => {
    for (const call of callsOfEvent(fieldsOf(record).event, calls)) {
      const last = (calls.result(call) ?? call).message
      if (last > cursor && last <= end) cursor = last
    }
    return cursor
  })
}
