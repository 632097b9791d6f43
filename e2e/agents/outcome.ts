/** One line of the table: what was tried with a real agent, and how it ended. */
export interface Outcome {
  readonly agent: string
  readonly what: string
  readonly state: 'passed' | 'failed' | 'not run'
  /** Why it failed or was not run; what was counted when it passed. */
  readonly detail: string
}

/** Something that a scenario expects and does not find. */
export class NotAsPromised extends Error {}

export function expectThat(holds: boolean, what: string): asserts holds {
  if (!holds) throw new NotAsPromised(what)
}

export function expectSame(found: unknown, wanted: unknown, what: string): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)]
  if (a !== b) throw new NotAsPromised(`${what}: ${a} instead of ${b}`)
}

/** Runs a scenario; whatever it throws is a failure of that scenario alone. */
export async function attempt(agent: string, what: string, run: () => Promise<string>): Promise<Outcome> {
  try {
    return { agent, what, state: 'passed', detail: await run() }
  } catch (error) {
    const detail = error instanceof NotAsPromised ? error.message : String((error as Error).stack ?? error)
    return { agent, what, state: 'failed', detail }
  }
}

export function notRun(agent: string, what: string, because: string): Outcome {
  return { agent, what, state: 'not run', detail: because }
}
