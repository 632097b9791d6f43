import { chmodSync, chownSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildProcess } from './testing/build-process'
import { makeScenario, type Scenario } from './testing/crash-scenarios'
import { type Ended, startProcess } from './testing/run-process'
import { engineAt, pictureOf, pictureOfAgent, quietly, removeTestHomes } from './testing/test-home'

/** To an administrator every door is open: these need an account without rights, which only an administrator can borrow. */
const asRoot = process.getuid?.() === 0
const nobody = 65_534

let program: string
let scenario: Scenario

beforeAll(async () => {
  program = await buildProcess(new URL('./testing/stopping-process.ts', import.meta.url))
  chmodSync(dirname(program), 0o755)
  scenario = await makeScenario('restore')
}, 60_000)

beforeEach(() => scenario.reset())

afterAll(() => {
  removeTestHomes()
  rmSync(dirname(program), { recursive: true, force: true })
})

function giveTo(path: string, account: number): void {
  chownSync(path, account, account)
  if (!statSync(path).isDirectory()) return
  for (const name of readdirSync(path)) giveTo(join(path, name), account)
}

const applyAs = (account: number): Promise<Ended> => {
  const { plan, place } = scenario
  const order = { home: place.home, plan, at: -1, when: 'after', signal: 'SIGKILL' } as const
  return startProcess(program, order, account).ended
}

describe('apply by an ordinary account', () => {
  it.runIf(asRoot)('restores what is its own', async () => {
    giveTo(scenario.place.home, nobody)
    expect(await applyAs(nobody)).toMatchObject({ state: 'done', error: null })
    expect(pictureOfAgent(scenario.place)).toEqual(scenario.new)
  })

  it.runIf(asRoot)('changes nothing where it may not write, in any of the folders', async () => {
    for (const folder of ['', 'tasks']) {
      scenario.reset()
      giveTo(scenario.place.home, nobody)
      chmodSync(join(scenario.place.files, folder), 0o555)
      const before = pictureOf(scenario.place.files)
      expect((await applyAs(nobody)).error).toBe('io')
      expect(pictureOf(scenario.place.files)).toEqual(before)
    }
  })

  it.runIf(asRoot)('refuses the file of another account', async () => {
    giveTo(scenario.place.home, nobody)
    chownSync(join(scenario.place.files, 'tasks', 'list.json'), 0, 0)
    const before = pictureOf(scenario.place.files)
    expect((await applyAs(nobody)).error).toBe('refused')
    expect(pictureOf(scenario.place.files)).toEqual(before)
  })

  it.runIf(asRoot)('done by an administrator, leaves the files to those who own them', async () => {
    giveTo(scenario.place.home, nobody)
    const { plan, place } = scenario
    await engineAt(place).apply(plan.planId, plan.digest, {}, quietly)
    for (const name of ['session.json', 'tasks/list.json', 'new/deep/made.json']) {
      expect(statSync(join(place.files, name)).uid, name).toBe(nobody)
    }
  })
})
