import { appendFileSync } from 'node:fs'

/** What one kind of change went through: stops or faults that were tried, of how many there are, and how it ended. */
export interface CrashTally {
  readonly what: string
  readonly by: 'SIGKILL' | 'stop' | 'fault' | 'SIGSTOP and takeover'
  readonly tried: number
  readonly of: number
  /** Ended as one of the two states that are right, and said which. */
  readonly sound: number
  readonly lost: number
}

/** Says it, and writes it down for `npm run crashtest`, which names a file in CRASHTEST_TALLY. */
export function tellTally(tally: CrashTally): void {
  const { what, by, tried, of, sound, lost } = tally
  console.info(`${what}, ${by}: ${tried} of ${of} points, sound ${sound}, lost ${lost}`)
  const file = process.env.CRASHTEST_TALLY
  if (file) appendFileSync(file, `${JSON.stringify(tally)}\n`)
}
