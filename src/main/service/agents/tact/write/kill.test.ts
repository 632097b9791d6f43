import { cpSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plan } from '@shared/domain/plan'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildProcess } from '../../../restore/testing/build-process'
import { tellTally } from '../../../restore/testing/crash-tally'
import { daySeed, numbersFrom, runsAll } from '../../../restore/testing/day-seed'
import { type Ended, startProcess } from '../../../restore/testing/run-process'
import type { StopOrder } from '../../../restore/testing/stopping-process'
import { homeAt, removeHomes } from '../testing/sample-home'
import { pictureOfStore } from '../testing/store-rows'
import { engineOver, everyOther, type TactEngine, tactEngine } from '../testing/tact-engine'

/**
 * A real process changes a real store of tact and is killed with SIGKILL before and after its changes to the disk; another one recovers and is
 * killed too. With CRASHTEST=full at each single change, else at a part of them that is another one every day, more of the transaction's own
 * statements than of the engine's writes.
 */
let program: string

beforeAll(async () => {
  program = await buildProcess(new URL('../testing/stopping-tact.ts', import.meta.url))
  // The bundle lies outside of the project, and the process that writes looks for its module from there.
  process.env.NODE_PATH = fileURLToPath(new URL('../../../../../../node_modules', import.meta.url))
}, 60_000)

afterAll(() => {
  removeHomes()
  rmSync(dirname(program), { recursive: true, force: true })
})

const failed = '01a227dd-ce8e-75f3-b00c-fcc4c80c8f2c'
const killed = '01a227e2-6923-7c90-86ab-515ed88fe047'

const run = (order: StopOrder): Promise<Ended> => startProcess(program, order).ended

/** How the plan of each scenario is made; none of them has a choice left open. */
const scenarios: Readonly<Record<string, () => Promise<{ home: TactEngine; plan: Plan }>>> = {
  'a cut': async () => {
    const home = await tactEngine('tact')
    return { home, plan: await home.plan(failed, { kind: 'restore', checkpoint: 'resume-state' }) }
  },
  'a cut in a store with a log': async () => {
    const home = await tactEngine('tact-wal')
    return { home, plan: await home.plan(killed, { kind: 'restore', checkpoint: 'resume-state' }) }
  },
  'a deletion': async () => {
    const home = await tactEngine('tact')
    return { home, plan: await home.plan(failed, { kind: 'delete' }) }
  },
  'the undo of a deletion': async () => {
    const home = await tactEngine('tact')
    const { operationId } = await home.apply(await home.plan(failed, { kind: 'delete' }))
    return { home, plan: await home.engine.makeUndoPlan(operationId) }
  },
  'a fork': async () => {
    const home = await tactEngine('tact')
    return { home, plan: await home.plan(failed, { kind: 'fork', checkpoint: null, entry: null, workspace: null }) }
  },
  'a session into a store that is gone': async () => {
    const home = await tactEngine('tact')
    const { operationId } = await home.apply(await home.plan(failed, { kind: 'delete' }))
    rmSync(home.source.root, { recursive: true })
    const session = { source: home.source.id, id: failed }
    const plan = await home.engine.makePlan({ kind: 'restore', session, checkpoint: `safety-${operationId}` })
    return { home, plan }
  }
}

interface Prepared {
  readonly home: TactEngine
  readonly plan: Plan
  readonly old: string
  readonly new: string
  readonly operations: number
  reset(): void
}

const rows = async (home: TactEngine) => {
  const picture = await pictureOfStore(home.database).catch(() => ({}))
  // A store that was made for the session and holds nothing yet is as good as none.
  return JSON.stringify(Object.entries(picture).filter(([key]) => !key.startsWith('schema')))
}

async function prepare(name: string): Promise<Prepared> {
  const { home, plan } = (await scenarios[name]?.()) ?? expect.fail(name)
  expect(plan.conflicts).toEqual([])
  const operations = (await home.engine.operations()).length
  const old = await rows(home)
  const kept = `${home.home}-kept`
  cpSync(home.home, kept, { recursive: true })
  await home.apply(plan, everyOther(plan))
  const after = await rows(home)
  expect(after).not.toBe(old)
  const reset = () => {
    rmSync(home.home, { recursive: true, force: true })
    cpSync(kept, home.home, { recursive: true })
  }
  return { home, plan, old, new: after, operations, reset }
}

/** After a recovery in peace: rows as before or as after, the operations say which, and nothing is left to do. */
async function judge(scenario: Prepared): Promise<string> {
  const engine = engineOver(await homeAt(scenario.home.home, join(scenario.home.home, '.reprise', 'scratch')))
  await engine.recover()
  const now = await rows(scenario.home)
  const is = now === scenario.old ? 'old' : now === scenario.new ? 'new' : 'neither'
  const operations = await engine.operations()
  const state = operations.length === scenario.operations ? 'none' : operations[0]?.state
  if (is === 'neither' || !(is === 'new' ? ['done'] : ['none', 'rolled-back']).includes(state ?? '')) {
    return `${is}, but the operation says ${state}: ${operations[0]?.message}`
  }
  if ((await engine.recover()).length > 0) return 'a second recovery found something to do'
  return is
}

/** Names of the statement groups of an exchange; see `exchange-rows.ts` and `native-store.ts`. */
const ofTheStore =
  /^(open store|journal mode|begin|create tables|write (sessions|resume_states)|delete .*|insert events|commit|close store)$/

describe('an exchange with a store of tact, killed', () => {
  it.each(Object.keys(scenarios))(
    'A14 tact-28 ends in the old or the new rows, never in anything else: %s',
    async (name) => {
      const scenario = await prepare(name)
      const number = numbersFrom(daySeed)
      scenario.reset()
      const { home } = scenario.home
      const undisturbed = await run({ home, plan: scenario.plan, at: -1, when: 'after', signal: 'SIGKILL' })
      expect(undisturbed.error).toBeNull()
      const store = undisturbed.names.filter((each) => ofTheStore.test(each))
      expect(store).toEqual(expect.arrayContaining(['open store', 'begin', 'commit', 'close store']))
      const orders = undisturbed.names.flatMap((each, index) =>
        (['before', 'after'] as const)
          .filter((_, half) => runsAll || (index * 2 + half + daySeed) % (ofTheStore.test(each) ? 6 : 61) === 0)
          .map((when): StopOrder => ({ home, plan: scenario.plan, at: index + 1, when, signal: 'SIGKILL' }))
      )
      const ends: Record<string, number> = { old: 0, new: 0 }
      const wrong: string[] = []
      let kills = 0
      for (const order of orders) {
        scenario.reset()
        const first = await run(order)
        const second = await run({ ...order, plan: null, at: 1 + number(24), when: 'after' })
        kills += Number(first.signal === 'SIGKILL') + Number(second.signal === 'SIGKILL')
        const verdict = await judge(scenario)
        if (verdict in ends) ends[verdict] = (ends[verdict] ?? 0) + 1
        else wrong.push(`${order.when} ${undisturbed.names[order.at - 1]} (${order.at}): ${verdict}`)
      }
      const sound = (ends.old ?? 0) + (ends.new ?? 0)
      const of = undisturbed.names.length * 2
      tellTally({ what: `tact, ${name}`, by: 'SIGKILL', tried: orders.length, of, sound, lost: wrong.length })
      expect(wrong).toEqual([])
      expect(kills).toBeGreaterThanOrEqual(orders.length - 1)
      rmSync(`${home}-kept`, { recursive: true, force: true })
    },
    runsAll ? 3_600_000 : 240_000
  )
})
