import { dirname, join } from 'node:path'
import {
  bundle,
  expectSameEntries,
  modes,
  secretPrompt,
  takeBack,
  takeBackResumed,
  takenAlong
} from './bundle-carried.ts'
import { expectListed, type Known } from './bundle-own-list.ts'
import { expectSame, expectThat } from './outcome.ts'
import { RealAgent } from './programs/real-agent.ts'
import type { Reprise } from './reprise.ts'
import { changedFiles, filesOfHome } from './scenarios/files-of-home.ts'
import { type MadeSession, repriseOf } from './scenarios/made-session.ts'
import { carriedOut, resumesWith } from './scenarios/restoring.ts'
import { script } from './scripted/script.ts'
import { answerTo, type Told } from './scripted/told.ts'

/** Both ends of the way. */
interface Way {
  readonly made: MadeSession
  readonly first: Reprise
  readonly second: { readonly agent: RealAgent; readonly reprise: Reprise }
  /** The session that the program made on the second home. */
  readonly resident: Known
  /** What the model was told of the session on the first home. */
  readonly history: readonly Told[]
}

const asksThere = 'What was here before'
const asksOn = 'Go on over there'

/**
 * The session gets one more turn with a secret in it and goes to a second home, where the program has worked with other paths: once masked
 * and once byte for byte.
 */
export async function carriedByBundle(made: MadeSession, first: Reprise): Promise<string> {
  const { kind, program, home } = made.agent
  await made.agent.turn(made.id, secretPrompt)
  const folder = join(dirname(home), 'second')
  const agent = await RealAgent.make(kind, program, folder, join(folder, 'Other Place', 'rain'))
  try {
    await agent.turn(null, asksThere)
    const second = { agent, reprise: repriseOf(agent, join(dirname(home), 'own-second')) }
    const turn: Told[] = [
      { who: 'user', text: secretPrompt },
      { who: 'assistant', text: answerTo(secretPrompt) }
    ]
    const { sessions } = await second.reprise.json<{ sessions: { id: string }[] }>(['list'])
    const resident = { id: sessions[0]?.id ?? '', prompt: asksThere }
    const way: Way = { made, first, second, resident, history: [...made.history(script.length), ...turn] }
    const told: string[] = []
    for (const { name, exact } of modes) told.push(`${name}: ${await there(way, name, exact)}`)
    return told.join('; ')
  } finally {
    agent.close()
  }
}

async function there({ made, first, second, resident, history }: Way, name: string, exact: boolean): Promise<string> {
  const { agent, reprise } = second
  const file = join(dirname(agent.home), `${name}.reprise`)
  await bundle(first, reprise, made.session, file, exact)
  const words = ['import', file, '--into', agent.kind.agent, '--workspace', agent.workspace]
  const before = filesOfHome(agent.home)
  const undone = await carriedOut(second, reprise, words)
  await takeBack(reprise, undone.operation, nameOf(agent, undone.created))
  expectSame(changedFiles(before, filesOfHome(agent.home)), [], 'files that are other than before the import')
  const { operation, created } = await carriedOut(second, reprise, words)
  const [from, to] = [
    { reprise: first, session: made.session },
    { reprise, session: nameOf(agent, created) }
  ]
  const entries = await expectSameEntries(from, to, agent.workspace)
  const both = [resident, { id: created, prompt: asksOn }]
  await expectListed(agent, both, both, false)
  await resumesWith(second, reprise, created, takenAlong(history, exact), asksOn)
  await expectListed(agent, both, both, true)
  const back = agent.kind.agent === 'gemini' ? takeBackResumed : takeBack
  await back(reprise, operation, to.session)
  await expectListed(agent, both, [resident], true)
  await expectUnknown(agent, created)
  return `${entries} entries, ${history.length} items reached the model`
}

const nameOf = ({ kind }: RealAgent, id: string) => `${kind.agent}:${id}`

/** The program itself: it refuses to resume, or begins anew with nothing of that session. */
async function expectUnknown(agent: RealAgent, id: string): Promise<void> {
  const before = agent.model.asked.length
  const refused = await agent.turn(id, 'Are you still there').then(
    () => null,
    (error: Error) => error.message
  )
  expectThat(/ended with [1-9]|was not asked/.test(refused ?? 'was not asked'), `the program failed: ${refused}`)
  const told = agent.model.asked.slice(before).flat()
  const first = script[0]?.prompt
  expectThat(!told.some(({ text }) => text === first), `the program still resumes ${id} after the undo`)
}
