import { fieldsOf, listOf, textOf, timeOf } from '../fields'
import { contentText, displayText } from './display-text'
import { eventsOf, type PlacedRun, snapshotOf } from './place-runs'

/** What runs tell exactly about a tool call. */
export interface CallTimes {
  startedAt: number | null
  endedAt: number | null
  exitCode: number | null
}

/** Times that runs give to messages and calls. Messages have none of their own. */
export interface ExactTimes {
  /** By message number: when the run of a prompt was created. */
  readonly prompts: ReadonlyMap<number, number>
  /** By call id; only ids that one run uses. */
  readonly calls: ReadonlyMap<string, CallTimes>
}

/** A prompt's time is taken only where it is certain: as many runs have that text as messages have. */
export function exactTimes(
  messages: readonly unknown[],
  runs: readonly unknown[],
  placed: readonly PlacedRun[]
): ExactTimes {
  const texts = new Map<string, number>()
  for (const message of messages) {
    const fields = fieldsOf(message)
    if (fields.role !== 'user') continue
    for (const text of new Set([contentText(fields), displayText(fields)])) texts.set(text, (texts.get(text) ?? 0) + 1)
  }
  for (const run of runs) {
    const text = textOf(snapshotOf(run).prompt)
    texts.set(text, (texts.get(text) ?? 0) - 1)
  }
  const prompts = new Map<number, number>()
  for (const { run, prompt } of placed) {
    const { prompt: text, created_at_ms: created } = snapshotOf(runs[run])
    const at = timeOf(created)
    if (prompt !== null && at !== null && texts.get(textOf(text)) === 0) prompts.set(prompt, at)
  }
  return { prompts, calls: callTimes(runs) }
}

function callTimes(runs: readonly unknown[]): Map<string, CallTimes> {
  const times = new Map<string, CallTimes>()
  const owner = new Map<string, number>()
  for (const [run, record] of runs.entries()) {
    for (const entry of listOf(eventsOf(record))) {
      const { event, timestamp_ms: timestamp } = fieldsOf(entry)
      const { type, id, exit_code: exitCode } = fieldsOf(event)
      if (typeof id !== 'string' || (type !== 'tool_execution_start' && type !== 'tool_end')) continue
      if ((owner.get(id) ?? run) !== run) {
        times.delete(id)
        continue
      }
      owner.set(id, run)
      const known = times.get(id) ?? { startedAt: null, endedAt: null, exitCode: null }
      if (type === 'tool_end') {
        known.endedAt = timeOf(timestamp)
        known.exitCode = typeof exitCode === 'number' ? exitCode : null
      } else known.startedAt = timeOf(timestamp)
      times.set(id, known)
    }
  }
  return times
}
