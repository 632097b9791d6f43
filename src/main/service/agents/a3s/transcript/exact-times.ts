import { fieldsOf, timeOf } from '../fields'
import { eventsOf, type PlacedRun, type RunStart, snapshotOf } from './place-runs'

/** What runs tell exactly about a tool call. */
export interface CallTimes {
  startedAt: number | null
  endedAt: number | null
  exitCode: number | null
}

/** Times that runs give to messages and calls. Messages have none of their own. Made when first asked for. */
export class ExactTimes {
  private readonly runs: readonly unknown[]
  private readonly placed: readonly PlacedRun[]
  private promptTimes: ReadonlyMap<number, number> | null = null
  private callTimes: ReadonlyMap<string, CallTimes> | null = null

  constructor(runs: readonly unknown[], placed: readonly PlacedRun[]) {
    this.runs = runs
    this.placed = placed
  }

  /** When the run of a prompt was created; null where that is not certain. */
  prompt(message: number): number | null {
    this.promptTimes ??= timesOfPrompts(this.runs, this.placed)
    return this.promptTimes.get(message) ?? null
  }

  call(id: string): CallTimes | undefined {
    this.callTimes ??= timesOfCalls(this.runs)
    return this.callTimes.get(id)
  }
}

/** A prompt's time by its message number, only where it is certain. */
export function timesOfPrompts(
  runs: readonly unknown[],
  starts: readonly Pick<RunStart, 'run' | 'prompt' | 'certain'>[]
): ReadonlyMap<number, number> {
  const times = new Map<number, number>()
  for (const { run, prompt, certain } of starts) {
    const at = timeOf(snapshotOf(runs[run]).created_at_ms)
    if (prompt !== null && certain && at !== null) times.set(prompt, at)
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
