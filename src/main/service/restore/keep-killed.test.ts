import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildProcess } from './testing/build-process'
import { tellTally } from './testing/crash-tally'
import { daySeed, runsAll } from './testing/day-seed'
import { type KeepScenario, keepable, keepWish, keptSoundly } from './testing/keep-scenario'
import { startProcess } from './testing/run-process'
import type { StopOrder } from './testing/stopping-process'
import { removeTestHomes } from './testing/test-home'

let program: string
let scenario: KeepScenario

beforeAll(async () => {
  program = await buildProcess(new URL('./testing/stopping-process.ts', import.meta.url))
  scenario = keepable()
}, 60_000)
afterAll(() => {
  removeTestHomes()
  rmSync(dirname(program), { recursive: true, force: true })
})

describe('keep, killed', () => {
  it('A14 keeps a session whole or not at all', async () => {
    const order = { home: scenario.place.home, plan: null, keep: keepWish, signal: 'SIGKILL' } as const
    scenario.reset()
    const { names, state } = await startProcess(program, { ...order, at: -1, when: 'after' }).ended
    expect(state).toBe('kept')
    const orders = names.flatMap((name, index): StopOrder[] =>
      (name === 'write' ? (['before', 'torn', 'after'] as const) : (['before', 'after'] as const)).map((when) => ({
        ...order,
        at: index + 1,
        when
      }))
    )
    const some = orders.filter((_, index) => runsAll || (index + daySeed) % 8 === 0)
    const wrong: string[] = []
    let killed = 0
    for (const each of some) {
      scenario.reset()
      killed += Number((await startProcess(program, each).ended).signal === 'SIGKILL')
      const problem = await keptSoundly(scenario)
      if (problem !== null) wrong.push(`${each.when} ${names[each.at - 1]} (${each.at}): ${problem}`)
    }
    const [tried, lost] = [some.length, wrong.length]
    tellTally({ what: 'capture', by: 'SIGKILL', tried, of: orders.length, sound: tried - lost, lost })
    expect(wrong).toEqual([])
    expect(killed).toBeGreaterThan(0)
  }, 240_000)
})
