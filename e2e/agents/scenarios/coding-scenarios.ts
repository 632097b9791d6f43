import { carriedByBundle } from '../bundle-coding.ts'
import { attempt, type Outcome } from '../outcome.ts'
import type { Kind } from '../programs/kind.ts'
import type { Reprise } from '../reprise.ts'
import { toCheckpoint } from './checkpoints.ts'
import { kept, lost } from './kept.ts'
import { MadeSession } from './made-session.ts'
import { reads, toEntry, undone } from './to-entry.ts'

type Run = (made: MadeSession, reprise: Reprise) => Promise<string>

const scenarios: readonly { readonly what: string; readonly run: Run }[] = [
  { what: 'a session of three turns reads with the numbers that its model was scripted with', run: reads },
  { what: 'put back to the end of a turn, resumed with exactly that history', run: toEntry },
  { what: 'put back to its own checkpoint, undone, put back again', run: toCheckpoint },
  { what: 'an undo takes the new session away and leaves the original to be resumed', run: undone },
  { what: 'a kept copy is put back after a further turn and resumed', run: kept },
  { what: 'a deleted session comes back from the vault and is resumed', run: lost },
  { what: 'a bundle, masked and exact, is put into a second home, resumed there, and taken back', run: carriedByBundle }
]

/** What one real program does with what Reprise writes. */
export async function codingScenarios(kind: Kind, program: string, folder: string): Promise<Outcome[]> {
  let made: MadeSession | undefined
  const making = await attempt(kind.agent, 'a session of three turns is made', async () => {
    made = await MadeSession.make(kind, program, folder)
    return ''
  })
  if (made === undefined) return [making]
  const session = made
  const outcomes: Outcome[] = []
  for (const { what, run } of scenarios) {
    const outcome = await attempt(kind.agent, what, () => run(session, session.begin()))
    process.stdout.write(`  ${outcome.state}: ${what}\n`)
    outcomes.push(outcome)
  }
  session.end()
  if (outcomes.every(({ state }) => state !== 'failed')) session.removeAll()
  else process.stdout.write(`${kind.agent}: what was left lies in ${folder}\n`)
  return outcomes
}
