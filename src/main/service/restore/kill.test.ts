import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildProcess } from './testing/build-process'
import { judge, makeScenario, type Scenario, scenarioNames } from './testing/crash-scenarios'
import { tellTally } from './testing/crash-tally'
import { daySeed, numbersFrom, runsAll } from './testing/day-seed'
import { type Ended, startProcess } from './testing/run-process'
import type { StopOrder } from './testing/stopping-process'
import { removeTestHomes } from './testing/test-home'

/**
 * A real process is killed with SIGKILL before, after and in the middle of its changes to the disk; another one recovers and is
 * killed too. With CRASHTEST=full at each single change, else at a part of them that is another one every day.
 */
let program: string

beforeAll(async () => {
  program = await buildProcess(new URL('./testing/stopping-process.ts', import.meta.url))
}, 60_000)

afterAll(() => {
  removeTestHomes()
  rmSync(dirname(program), { recursive: true, force: true })
})

const run = (order: StopOrder): Promise<Ended> => startProcess(program, order).ended

/** Names of all changes of an undisturbed run, in order. */
async function changesOf(scenario: Scenario): Promise<readonly string[]> {
  scenario.reset()
  const { home } = scenario.place
  const ended = await run({ home, plan: scenario.plan, at: -1, when: 'after', signal: 'SIGKILL' })
  expect(ended.error).toBe(scenario.name === 'rejected' ? 'verify.failed' : null)
  return ended.names
}

function ordersFor(scenario: Scenario, names: readonly string[]): StopOrder[] {
  const { home } = scenario.place
  const orders = names.flatMap((name, index) => {
    const whens = name === 'write' ? (['before', 'torn', 'after'] as const) : (['before', 'after'] as const)
    return whens.map((when): StopOrder => ({ home, plan: scenario.plan, at: index + 1, when, signal: 'SIGKILL' }))
  })
  return runsAll ? orders : orders.filter((_, index) => (index + daySeed) % 23 === 0)
}

describe('apply and recover, killed', () => {
  it.each(scenarioNames)(
    'A14 ends in old or new, never in anything else: %s',
    async (name) => {
      const scenario = await makeScenario(name)
      const number = numbersFrom(daySeed)
      const names = await changesOf(scenario)
      const orders = ordersFor(scenario, names)
      const ends = { old: 0, new: 0 }
      const wrong: string[] = []
      let killed = 0
      for (const order of orders) {
        scenario.reset()
        const first = await run(order)
        const second = await run({ ...order, plan: null, at: 1 + number(30), when: 'after' })
        killed += Number(first.signal === 'SIGKILL') + Number(second.signal === 'SIGKILL')
        // Side by side, two may try to make the same folder; a run without that has a change less.
        const cameToItsEnd = first.signal === null && first.names.length > 0 && first.names.length < order.at
        if (first.signal !== 'SIGKILL' && !cameToItsEnd)
          wrong.push(`${order.when} ${order.at}: not killed ${first.error}`)
        const verdict = await judge(scenario)
        if (typeof verdict === 'string') ends[verdict] += 1
        else wrong.push(`${order.when} ${names[order.at - 1]} (${order.at}): ${verdict.wrong}`)
      }
      const of = names.length * 2 + names.filter((each) => each === 'write').length
      const sound = ends.old + ends.new
      tellTally({ what: `files and rows, ${name}`, by: 'SIGKILL', tried: orders.length, of, sound, lost: wrong.length })
      expect(killed).toBeGreaterThan(0)
      expect(wrong).toEqual([])
      expect(ends.old + ends.new).toBe(orders.length)
    },
    runsAll ? 3_600_000 : 240_000
  )
})
