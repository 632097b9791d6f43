import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundle, expectSameEntries, modes, secretPrompt, takeBack, takenAlong } from './bundle-carried.ts'
import { attempt, expectSame, expectThat, type Outcome } from './outcome.ts'
import { type PlanAnswer, Reprise } from './reprise.ts'
import { TactProgram } from './tact-program.ts'

interface Home {
  readonly tact: TactProgram
  readonly reprise: Reprise
  /** The session that tact made here. */
  readonly id: string
}

const told = (...prompts: string[]) => prompts.flatMap((prompt) => [prompt, `Answer to: ${prompt}`])
const asked = 'first question'
const askedThere = 'a question of another home'

async function homeOf(program: string, folder: string, prompts: readonly string[]): Promise<Home> {
  mkdirSync(folder, { recursive: true })
  const tact = await TactProgram.make(program, join(folder, 'home'))
  const [first = '', ...more] = prompts
  await tact.turn(null, first)
  const [id = ''] = tact.sessions()
  for (const prompt of more) await tact.turn(id, prompt)
  return { tact, id, reprise: new Reprise(tact.home, join(folder, 'own'), ['--root', `tact=${tact.root}`]) }
}

/** What tact made on one home goes to another, where tact has worked as well. */
async function carried(program: string, folder: string): Promise<string> {
  const homes: Home[] = []
  try {
    homes.push(await homeOf(program, join(folder, 'first'), [asked, secretPrompt]))
    homes.push(await homeOf(program, join(folder, 'second'), [askedThere]))
    const [first, second] = homes
    expectThat(first !== undefined && second !== undefined, 'there are two homes')
    const done: string[] = []
    for (const { name, exact } of modes) done.push(`${name}: ${await there(first, second, name, exact)}`)
    const sent = await second.tact.turn(second.id, 'and on')
    expectSame(sent, [...told(askedThere), 'and on'], 'what reaches the model from the session that was there before')
    return done.join('; ')
  } finally {
    for (const { tact } of homes) tact.close()
  }
}

async function there(first: Home, second: Home, name: string, exact: boolean): Promise<string> {
  const { tact, reprise } = second
  const session = `tact:${first.id}`
  const file = join(tact.home, `${name}.reprise`)
  await bundle(first.reprise, reprise, session, file, exact)
  const workspace = join(tact.home, 'Other Place', name)
  mkdirSync(workspace, { recursive: true })
  const plan = await reprise.json<PlanAnswer>(['import', file, '--into', 'tact', '--workspace', workspace])
  expectSame([plan.conflicts, tact.sessions()], [[], [second.id]], 'questions of the plan, and sessions before')
  const apply = ['apply', plan.planId, '--digest', plan.digest]
  const { operationId, verified } = await reprise.json<{ operationId: string; verified: boolean }>(apply)
  expectThat(verified, 'the import was not verified')
  const [created = ''] = tact.sessions().filter((each) => each !== second.id)
  expectSame(created, plan.created?.id, 'the session that tact has now')
  const [from, to] = [
    { ...first, session },
    { reprise, session: `tact:${created}` }
  ]
  const entries = await expectSameEntries(from, to, workspace)
  expectThat((await tact.picker(workspace)).includes(asked), 'tact does not list the session')
  const sent = await tact.turn(created, 'third question', workspace)
  const history = takenAlong(told(asked, secretPrompt), exact)
  expectSame(sent, [...history, 'third question'], 'what reaches the model')
  await takeBack(reprise, operationId, to.session)
  expectSame(tact.sessions(), [second.id], 'sessions after the undo')
  expectThat(/No resumable sessions/.test(await tact.picker(workspace)), 'tact still lists the session')
  expectThat((await tact.picker()).includes(askedThere), 'tact does not list what was there before')
  return `${entries} entries, ${history.length} messages reached the model`
}

export async function tactBundle(program: string, folder: string): Promise<Outcome[]> {
  const what = 'a bundle, masked and exact, is put into a second home, resumed there, and taken back'
  const outcome = await attempt('tact', what, () => carried(program, folder))
  if (outcome.state === 'passed') rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  return [outcome]
}
