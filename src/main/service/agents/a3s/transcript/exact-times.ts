import { fieldsOf, textOf, timeOf } from '../fields'
import { contentText, displayText } from './display-text'
import { eventsOf, type PlacedRun, snapshotOf } from './place-runs'

/** What runs tell exactly about a tool call. */
export interface CallTimes {
  startedAt: number | null
  endedAt: number | null
  exitCode: number | null
}

/** Times that runs give to messages and calls. Messages have none of their own. Made when first asked for. */
export class ExactTimes {
  private readonly messages: readonly unknown[]
  private readonly runs: readonly unknown[]
  private readonly placed: readonly PlacedRun[]
  private promptTimes: ReadonlyMap<number, number> | null = null
  private callTimes: ReadonlyMap<string, CallTimes> | null = null

  constructor(messages: readonly unknown[], runs: readonly unknown[], placed: readonly PlacedRun[]) {
    this.messages = messages
    this.runs = runs
    this.placed = placed
  }

  /** When the run of a prompt was created; null where that is not certain. */
  prompt(message: number): number | null {
    this.promptTimes ??= timesOfPrompts(this.messages, this.runs, this.placed)
    return this.promptTimes.get(message) ?? null
  }

  call(id: string): CallTimes | undefined {
    this.callTimes ??= timesOfCalls(this.runs)
    return this.callTimes.get(id)
  }
}

/** A prompt's time is taken only where it is certain: as many runs have that text as messages have. */
export function timesOfPrompts(
  messages: readonly unknown[],
  runs: readonly unknown[],
  placed: readonly Pick<PlacedRun, 'run' | 'prompt'>[]
): ReadonlyMap<number, number> {
  const surplus = new Map<string, number>()
  for (const run of runs) {
    const text = textOf(snapshotOf(run).prompt)
    surplus.set(text, (surplus.get(text) ?? 0) - 1)
  }
  for (const message of messages) {
    const fields = fieldsOf(message)
    if (fields.role !== 'user') continue
    const [content, display] = [contentText(fields), displayText(fields)]
    for (const text of content === display ? [content] : [content, display]) {
      const count = surplus.get(text)
      if (count !== undefined) surplus.set(text, count + 1)
    }
  }
  const times = new Map<number, number>()
  for (const { run, prompt } of placed) {
    const { prompt: text, created_at_ms: created } = snapshotOf(runs[run])
    const at = timeOf(created)
    if (prompt !== null && at !== null && surplus.get(textOf(text)) === 0) times.set(prompt, at)
  }
  return times
}

/** Only ids that one run uses. */
function timesOfCalls(runs: readonly unknown[]): ReadonlyMap<string, CallTimes> {
  const times = new Map<string, CallTimes>()
  const owner = new Map<string, number>()
  for (const [run, record] of runs.entries()) {
    for (const entry of eventsOf(record)) {
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
