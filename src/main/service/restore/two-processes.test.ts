import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ExpectedFailure } from '@shared/ipc/errors'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildProcess } from './testing/build-process'
import { makeScenario, type Scenario } from './testing/crash-scenarios'
import { startProcess } from './testing/run-process'
import type { StopOrder } from './testing/stopping-process'
import { engineAt, pictureOfAgent, quietly, removeTestHomes } from './testing/test-home'

let program: string
let scenario: Scenario
/** Every change of an undisturbed apply, by name and in order. */
let names: readonly string[]

beforeAll(async () => {
  program = await buildProcess(new URL('./testing/stopping-process.ts', import.meta.url))
  scenario = await makeScenario('restore')
  scenario.reset()
  names = (await startProcess(program, orderFor({})).ended).names
}, 60_000)

beforeEach(() => scenario.reset())

afterAll(() => {
  removeTestHomes()
  rmSync(dirname(program), { recursive: true, force: true })
})

function orderFor(more: Partial<StopOrder>): StopOrder {
  const { plan, place } = scenario
  return { home: place.home, plan, at: -1, when: 'after', signal: 'SIGSTOP', ...more }
}

/** The n-th change that bears a name; a negative n counts from the end. */
function changeOf(name: string, nth: number): Pick<StopOrder, 'of' | 'at'> {
  const count = names.filter((each) => each === name).length
  return { of: name, at: nth < 0 ? count + nth + 1 : nth + 1 }
}

async function untilStopped(pid: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const state = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0]
    if (state === 'T') return
    await pause(25)
  }
  throw new Error('the process did not stop')
}

const onLinux = process.platform === 'linux'

describe('two processes', () => {
  it('lets one of two that apply at once do it, and tells the other why not', async () => {
    for (let round = 0; round < 3; round++) {
      scenario.reset()
      const ends = await Promise.all([1, 2].map(() => startProcess(program, orderFor({})).ended))
      expect(ends.filter((end) => end.state === 'done')).toHaveLength(1)
      const other = ends.find((end) => end.state !== 'done')
      expect(['precondition.failed', 'lease.held']).toContain(other?.error)
      expect(pictureOfAgent(scenario.place)).toEqual(scenario.new)
      expect(await engineAt(scenario.place).operations()).toHaveLength(1)
    }
  }, 60_000)

  it.runIf(onLinux)(
    'names the living holder, and touches nothing',
    async () => {
      const { child, ended } = startProcess(program, orderFor(changeOf('chmod', 0)))
      await untilStopped(child.pid ?? 0)
      const engine = engineAt(scenario.place, { leaseTimes: { wait: 200, staleAfter: 60_000 } })
      const { plan } = scenario
      const error = await engine.apply(plan.planId, plan.digest, {}, quietly).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(ExpectedFailure)
      expect((error as ExpectedFailure).failure).toMatchObject({ code: 'lease.held' })
      expect((error as ExpectedFailure).failure.message).toContain(String(child.pid))
      expect(await engine.recover()).toEqual([])
      expect(await engine.operations()).toMatchObject([{ state: 'running' }])
      child.kill('SIGCONT')
      expect((await ended).state).toBe('done')
      expect(pictureOfAgent(scenario.place)).toEqual(scenario.new)
    },
    60_000
  )

  // Held up before the journal, while copying, before the first visible change, between two of them, before the line after an exchange, and before the end.
  it.runIf(onLinux).each([
    ['create', 0],
    ['chmod', 0],
    ['openToAppend', 0],
    ['rename', -2],
    ['commit', 0],
    ['openToAppend', 1],
    ['link', -1],
    ['openToAppend', -1]
  ])(
    'a holder that was held up after %s (%i) and lost the lease changes nothing more',
    async (name, nth) => {
      const { child, ended } = startProcess(program, orderFor({ ...changeOf(name, nth), staleAfter: 1_000 }))
      await untilStopped(child.pid ?? 0)
      await pause(1_200)
      const engine = engineAt(scenario.place, { leaseTimes: { staleAfter: 1_000, wait: 5_000 } })
      const [recovered] = await engine.recover()
      const now = pictureOfAgent(scenario.place)
      expect([scenario.old, scenario.new]).toContainEqual(now)
      expect((await engine.operations())[0]?.state).toBe(recovered?.state)
      // The agent goes on with the file: the late holder must not overwrite that.
      writeFileSync(join(scenario.place.files, 'same.txt'), 'the agent went on')
      const before = pictureOfAgent(scenario.place)
      const said = await engine.operations()
      child.kill('SIGCONT')
      const end = await ended
      // Held up in its very last write it has nothing left to change, and says what the recovery says.
      if (name === 'openToAppend' && nth === -1) expect(end.state).toBe(recovered?.state)
      else expect(end.error).toBe('lease.held')
      expect(pictureOfAgent(scenario.place)).toEqual(before)
      expect(await engine.operations()).toEqual(said)
      expect(await engine.recover()).toEqual([])
    },
    60_000
  )

  it.runIf(onLinux)(
    'a holder that was held up inside a transaction of the agent’s store commits nothing once the lease is lost',
    async () => {
      const { child, ended } = startProcess(program, orderFor({ ...changeOf('insert', 0), staleAfter: 1_000 }))
      await untilStopped(child.pid ?? 0)
      await pause(1_200)
      const engine = engineAt(scenario.place, { leaseTimes: { staleAfter: 1_000, wait: 5_000 } })
      // The store is still locked by the one who sleeps, so what is there cannot be finished yet; it is put back.
      await engine.recover()
      child.kill('SIGCONT')
      expect((await ended).error).toBe('lease.held')
      await engine.recover()
      expect([scenario.old, scenario.new]).toContainEqual(pictureOfAgent(scenario.place))
      expect(['done', 'rolled-back']).toContain((await engine.operations())[0]?.state)
      expect(await engine.recover()).toEqual([])
    },
    60_000
  )
})
