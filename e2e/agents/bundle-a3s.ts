import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { A3sChecker, soundSession } from './a3s-checker.ts'
import { bundle, expectSameEntries, modes, secretPrompt, takeBack, takenAlong } from './bundle-carried.ts'
import { attempt, expectSame, expectThat, type Outcome } from './outcome.ts'
import { type PlanAnswer, Reprise } from './reprise.ts'

const snapshots = join(import.meta.dirname, '../fixtures/core/a3s/weather/.a3s/tui/sessions/v1/sessions')
const snapshotOf = (id: string) => join(snapshots, `id_${Buffer.from(id).toString('base64url')}.json`)
const id = 'barometer-7f3a1c'
const session = `a3s:${id}`
/** What lies in the second store already. */
const resident = 'just-started'

function placeOf(folder: string, store: string): { store: string; reprise: Reprise } {
  mkdirSync(join(folder, store), { recursive: true })
  return {
    store: join(folder, store),
    reprise: new Reprise(folder, join(folder, 'own'), ['--root', `a3s=${join(folder, store)}`])
  }
}

/** The crate writes a session into one store; a bundle takes it into another, which the crate wrote as well. */
async function carried(program: string, folder: string): Promise<string> {
  const crate = new A3sChecker(program)
  const first = placeOf(join(folder, 'first'), 'store')
  const second = placeOf(join(folder, 'second'), join('kept elsewhere', 'sessions'))
  crate.create(first.store, snapshotOf(id))
  const made = crate.goOn(first.store, id, secretPrompt)
  crate.create(second.store, snapshotOf(resident))
  const before = soundSession(crate.open(second.store), resident)
  const told: string[] = []
  for (const { name, exact } of modes) {
    const file = join(folder, `${name}.reprise`)
    await bundle(first.reprise, second.reprise, session, file, exact)
    const workspace = join(folder, 'second', 'Other Place', name)
    mkdirSync(workspace, { recursive: true })
    const plan = ['import', file, '--into', 'a3s', '--workspace', workspace]
    expectSame(idsOf(crate, second.store), [resident], 'sessions before')
    const { operation, created } = await put(second.reprise, plan)
    const there = soundSession(crate.open(second.store), created)
    expectSame(there.workspace, workspace, 'the workspace that the crate loads')
    expectSame(there.texts, takenAlong(made.texts, exact), 'the texts that the crate loads')
    const fromTo = [
      { ...first, session },
      { ...second, session: `a3s:${created}` }
    ] as const
    const entries = await expectSameEntries(...fromTo, workspace)
    const next = crate.goOn(second.store, created, 'Go on over there')
    expectSame(next.texts.slice(0, -2), there.texts, 'what the crate goes on from')
    soundSession(crate.open(second.store), created)
    await takeBack(second.reprise, operation, `a3s:${created}`)
    expectSame(idsOf(crate, second.store), [resident], 'sessions of the crate after the undo')
    told.push(`${name}: ${entries} entries, ${there.messages} messages`)
  }
  expectSame(soundSession(crate.open(second.store), resident), before, 'the session that was there before')
  expectSame(soundSession(crate.open(first.store), id).digest, made.digest, 'the session on the first home')
  return `${told.join('; ')}; the crate validated each and saved a next generation`
}

const idsOf = (crate: A3sChecker, store: string) => crate.open(store).sessions.map((each) => each.id)

async function put(reprise: Reprise, words: readonly string[]): Promise<{ operation: string; created: string }> {
  const plan = await reprise.json<PlanAnswer>(words)
  expectSame(plan.conflicts, [], 'questions of the plan')
  const apply = ['apply', plan.planId, '--digest', plan.digest]
  const { operationId, verified } = await reprise.json<{ operationId: string; verified: boolean }>(apply)
  expectThat(verified, 'the import was not verified')
  return { operation: operationId, created: plan.created?.id ?? '' }
}

export async function a3sBundle(program: string, folder: string): Promise<Outcome[]> {
  const what = 'a bundle, masked and exact, is put into a store of a second home, validated, continued, and taken back'
  const outcome = await attempt('a3s', what, () => carried(program, folder))
  if (outcome.state === 'passed') rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  return [outcome]
}
