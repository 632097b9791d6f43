import { fieldsOf, timeOf } from '../fields'
import type { Layout } from './lay-out'
import { eventsOf, type RunStart, snapshotOf } from './place-runs'

/** What runs tell exactly about a tool call. */
export interface CallTimes {
  startedAt: number | null
  endedAt: number | null
  exitCode: number | null
}

/** Times that runs give to messages and calls. Messages have none of their own. Made when first asked for. */
export class ExactTimes {
  private readonly runs: readonly unknown[]
  private readonly layout: Pick<Layout, 'runs' | 'runAt' | 'calls'>
  private promptTimes: ReadonlyMap<number, number> | null = null
  private readonly callTimes = new Map<number, ReadonlyMap<string, CallTimes>>()

  constructor(runs: readonly unknown[], layout: Pick<Layout, 'runs' | 'runAt' | 'calls'>) {
    this.runs = runs
    this.layout = layout
  }

  /** When the run of a prompt was created; null where that is not certain. */
  prompt(message: number): number | null {
    this.promptTimes ??= timesOfPrompts(this.runs, this.layout.runs)
    return this.promptTimes.get(message) ?? null
  }

  /** What the run of a message tells about a call in it; only for ids that the session uses once. */
  call(id: string, message: number): CallTimes | undefined {
    const run = this.layout.runAt.find(message)
    if (run === null || this.layout.calls.callsOf(id).length !== 1) return undefined
    const known = this.callTimes.get(run) ?? timesOfCalls(this.runs[run])
    this.callTimes.set(run, known)
    return known.get(id)
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

function timesOfCalls(run: unknown): ReadonlyMap<string, CallTimes> {
  const times = new Map<string, CallTimes>()
  for (const entry of eventsOf(run)) {
    const { event, timestamp_ms: timestamp } = fieldsOf(entry)
    const { type, id, exit_code: exitCode } = fieldsOf(event)
    if (typeof id !== 'string' || (type !== 'tool_execution_start' && type !== 'tool_end')) continue
    const known = times.get(id) ?? { startedAt: null, endedAt: null, exitCode: null }
    if (type === 'tool_end') {
      known.endedAt = timeOf(timestamp)
      known.exitCode = typeof exitCode === 'number' ? exitCode : null
    } else known.startedAt = timeOf(timestamp)
    times.set(id, known)
  }
  return times
}
