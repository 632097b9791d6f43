import { expectSame } from '../outcome.ts'
import type { Reprise } from '../reprise.ts'
import { script } from '../scripted/script.ts'
import type { MadeSession } from './made-session.ts'
import { carriedOut, resumes } from './restoring.ts'

const turns = script.length

/** Kept, gone on with, put back: the further turn is not told to the model. */
export async function kept(made: MadeSession, reprise: Reprise): Promise<string> {
  const copy = await reprise.capture(made.session)
  await made.agent.turn(made.id, 'One turn too many')
  await carriedOut(made, reprise, ['plan', made.session, copy], { present: 'replace' })
  return resumes(made, reprise, made.id, turns, 'Go on from the kept copy')
}

export async function lost(made: MadeSession, reprise: Reprise): Promise<string> {
  const copy = await reprise.capture(made.session)
  await reprise.change(['delete', made.session])
  const { sessions } = await reprise.json<{ sessions: { id: string; state: string }[] }>(['list'])
  const there = sessions.filter(({ id, state }) => id === made.id && state === 'ok').length
  expectSame(there, 0, 'sessions that are there after the delete')
  await reprise.change(['plan', made.session, copy])
  return `deleted, put back; ${await resumes(made, reprise, made.id, turns, 'Go on after the loss')}`
}
