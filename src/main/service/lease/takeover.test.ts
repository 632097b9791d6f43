import { rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildProcess } from '../restore/testing/build-process'
import { makeScenario, type Scenario } from '../restore/testing/crash-scenarios'
import { tellTally } from '../restore/testing/crash-tally'
import { daySeed, runsAll } from '../restore/testing/day-seed'
import { engineAt, pictureOfAgent, quietly, removeTestHomes } from '../restore/testing/test-home'
import type { LeaseOrder } from './testing/lease-process'
import { type LeaseProcess, startLeaseProcess, untilStopped } from './testing/run-lease-process'

/** Real processes over one folder of ours: holders that are stopped, that go on, or whose clock jumps, and those who take over. */
let program: string
let scenario: Scenario
/** Changes of an undisturbed apply, beside those of the lease itself. */
let changes: number

const hour = 3_600_000

beforeAll(async () => {
  program = await buildProcess(new URL('./testing/lease-process.ts', import.meta.url))
  scenario = await makeScenario('restore')
  scenario.reset()
  changes = (await apply().ended).names.length
}, 60_000)
beforeEach(() => scenario.reset())
afterAll(() => {
  removeTestHomes()
  rmSync(dirname(program), { recursive: true, force: true })
})

function apply(more: Partial<LeaseOrder> = {}): LeaseProcess {
  const { place, plan } = scenario
  const work = { apply: { planId: plan.planId, digest: plan.digest } }
  return startLeaseProcess(program, { home: place.home, work, at: -1, happens: 'nothing', ...more })
}

function takeOver(epoch: number, more: Partial<LeaseOrder> = {}): LeaseProcess {
  const work = { takeOver: epoch }
  return startLeaseProcess(program, { home: scenario.place.home, work, at: -1, happens: 'nothing', ...more })
}

/** Some positions among all changes: all of them on demand, else a few that are others each day. */
function positions(few: number): number[] {
  const all = Array.from({ length: changes }, (_, index) => index + 1)
  const step = Math.ceil(changes / few)
  return runsAll ? all : all.filter((at) => (at + daySeed) % step === 0)
}

const now = () => pictureOfAgent(scenario.place)
const engine = () => engineAt(scenario.place, { leaseTimes: { wait: 200, grace: 300 } })

/** Old or new, the operations say which, and nobody has anything left to do. */
async function expectSettled(): Promise<'old' | 'new'> {
  const picture = now()
  const is = JSON.stringify(picture) === JSON.stringify(scenario.new) ? 'new' : 'old'
  expect(picture).toEqual(scenario[is])
  const [operation] = await engine().operations()
  expect(operation?.state ?? 'rolled-back').toBe(is === 'new' ? 'done' : 'rolled-back')
  expect(await engine().recover()).toEqual([])
  return is
}

describe.runIf(process.platform === 'linux')('a holder that is alive', () => {
  it('is told apart from nobody and from oneself, with its name, its number and since when', async () => {
    expect(await engine().lease()).toEqual({ state: 'free', holder: null, epoch: 0, since: null })
    const holder = apply({ at: 5, happens: 'stop' })
    await untilStopped(holder)
    const seen = await engine().lease()
    expect(seen).toMatchObject({ state: 'other', holder: `${hostname()}:${holder.pid}`, epoch: 1 })
    expect(Math.abs(Date.now() - (seen.since ?? 0))).toBeLessThan(30_000)
    holder.child.kill('SIGCONT')
    expect((await holder.ended).state).toBe('done')
    expect(await engine().lease()).toEqual({ state: 'free', holder: null, epoch: 1, since: null })
  })

  it('A16 keeps the lease from all who do not ask a person: an apply is refused and nothing is recovered', async () => {
    const holder = apply({ at: 20, happens: 'stop' })
    await untilStopped(holder)
    const before = now()
    const { plan } = scenario
    await expect(engine().apply(plan.planId, plan.digest, {}, quietly)).rejects.toMatchObject({
      failure: { code: 'lease.held', data: { holder: `${hostname()}:${holder.pid}` } }
    })
    expect(await engine().recover()).toEqual([])
    expect(now()).toEqual(before)
    holder.child.kill('SIGCONT')
    expect((await holder.ended).state).toBe('done')
  })

  it('that was stopped by the system and goes on after a takeover lands nothing more, wherever it stood', async () => {
    const ends = { old: 0, new: 0 }
    let transactions = 0
    for (const at of positions(7)) {
      scenario.reset()
      const holder = apply({ at, happens: 'stop' })
      expect(await untilStopped(holder), `stopped at ${at}`).toBe(false)
      const recovered = await engine().takeOver(1)
      // It stands in a transaction of the agent's own store, which ends when it goes on; until then that is said.
      const waits = recovered.some(({ state }) => state === 'failed')
      if (waits) {
        transactions += 1
        expect((await engine().operations())[0]?.state).toBe('failed')
        holder.child.kill('SIGCONT')
        expect(await holder.ended, `at ${at}`).toMatchObject({ error: 'lease.held' })
        await engine().recover()
        await expectSettled()
        continue
      }
      ends[await expectSettled()] += 1
      const settled = now()
      const said = (await engine().operations()).map(({ state }) => state)
      holder.child.kill('SIGCONT')
      const end = await holder.ended
      // Held up in the last line of its journal, it had done everything, and the recovery found it done.
      if (end.state === 'done') expect([said, changes - at < 3]).toEqual([['done'], true])
      else expect(end, `at ${at}`).toMatchObject({ error: 'lease.held' })
      expect(now(), `at ${at}`).toEqual(settled)
      // One that had not recorded yet that it begins says now that it gave up; anything else stays as it was said.
      expect([said, ['rolled-back', ...said]]).toContainEqual((await engine().operations()).map(({ state }) => state))
      expect(await engine().recover()).toEqual([])
      expect(now()).toEqual(settled)
    }
    const tried = positions(7).length
    const what = 'files and rows, restore'
    tellTally({ what, by: 'SIGSTOP and takeover', tried, of: changes, sound: tried, lost: 0 })
    expect(transactions, 'stops inside of a transaction').toBeLessThan(changes / 4)
    expect(ends.old).toBeGreaterThan(0)
    expect(ends.new).toBeGreaterThan(0)
  }, 600_000)

  it('that is at work when it is taken over stops, and what it had begun is ended by the one who took over', async () => {
    for (const wait of runsAll ? [0, 50, 100, 200, 300, 400, 500, 600, 700, 800] : [50, 100 + 37 * (daySeed % 10)]) {
      scenario.reset()
      const holder = apply({ slow: 10 })
      while ((await engine().lease()).state !== 'other') await pause(2)
      await pause(wait)
      const taker = await takeOver(1).ended
      const is = await expectSettled()
      const settled = now()
      const end = await holder.ended
      // One that was done a moment before the takeover has nothing that could be taken away.
      if (end.state === 'done') expect(is).toBe('new')
      else {
        expect(end).toMatchObject({ error: 'lease.held' })
        expect(taker).toMatchObject({ state: 'took over' })
      }
      expect(now()).toEqual(settled)
      expect(await engine().recover()).toEqual([])
    }
  }, 120_000)

  it('is told by name who has taken over', async () => {
    const holder = apply({ at: 30, happens: 'stop' })
    await untilStopped(holder)
    await engine().takeOver(1)
    holder.child.kill('SIGCONT')
    const end = await holder.ended
    expect(end.message).toContain(`${hostname()}:${process.pid}`)
    expect(end.data).toMatchObject({ epoch: 1, lost: true })
  })
})

describe.runIf(process.platform === 'linux')('a takeover', () => {
  it('is won by exactly one of many processes, and raises the number by one', async () => {
    const holder = apply({ at: 25, happens: 'stop' })
    await untilStopped(holder)
    const ends = await Promise.all(Array.from({ length: 8 }, () => takeOver(1).ended))
    expect(ends.filter(({ state }) => state === 'took over')).toHaveLength(1)
    expect(ends.filter(({ error }) => error === 'precondition.failed')).toHaveLength(7)
    expect((await engine().lease()).epoch).toBe(2)
    await expectSettled()
    holder.child.kill('SIGKILL')
    await holder.ended
  }, 60_000)

  it('of a number that no longer holds is refused and touches nothing', async () => {
    const first = apply({ at: 10, happens: 'stop' })
    await untilStopped(first)
    await engine().takeOver(1)
    const second = apply({ at: 10, happens: 'stop' })
    await untilStopped(second)
    const before = now()
    await expect(engine().takeOver(1)).rejects.toMatchObject({
      failure: { code: 'precondition.failed', data: { epoch: 3, holder: `${hostname()}:${second.pid}` } }
    })
    expect(now()).toEqual(before)
    second.child.kill('SIGCONT')
    first.child.kill('SIGCONT')
    expect((await second.ended).state).toBe('done')
    expect((await first.ended).error).toBe('lease.held')
    expect(now()).toEqual(scenario.new)
  }, 60_000)

  it('that is killed in the middle leaves its work to the next start', async () => {
    for (const at of [1, 4, 7]) {
      scenario.reset()
      const holder = apply({ at: Math.floor(changes * 0.7), happens: 'stop' })
      await untilStopped(holder)
      const taker = takeOver(1, { at, happens: 'stop' })
      if (!(await untilStopped(taker))) taker.child.kill('SIGKILL')
      holder.child.kill('SIGCONT')
      expect((await holder.ended).error).toBe('lease.held')
      await taker.ended
      await engine().recover()
      await expectSettled()
    }
  }, 60_000)

  it('of nobody does nothing', async () => {
    expect(await engine().takeOver(0)).toEqual([])
    expect(now()).toEqual(scenario.old)
    expect((await engine().lease()).epoch).toBe(0)
  })
})

describe('a clock that jumps', () => {
  it.each([
    ['forward', hour],
    ['backward', -hour]
  ])(
    '%s under a holder makes it stop, though nobody took over; the next one ends its work',
    async (_, jump) => {
      for (const at of positions(5)) {
        scenario.reset()
        const end = await apply({ at, happens: 'clock', jump }).ended
        // After the last look nothing is left that could be fenced.
        if (end.state === 'done') expect(at, 'done').toBeGreaterThan(changes * 0.8)
        else expect(end.error, `at ${at}`).toBe('lease.held')
        await engine().recover()
        const is = await expectSettled()
        if (end.state === 'done') expect(is).toBe('new')
      }
    },
    120_000
  )

  it.runIf(process.platform === 'linux')(
    'in the one who comes next: it takes the lease for stale, and the holder lands nothing more',
    async () => {
      const holder = apply({ at: Math.floor(changes / 2), happens: 'stop' })
      await untilStopped(holder)
      expect(await takeOver(1, { clockOff: 2 * hour }).ended).toMatchObject({ state: 'took over', recovered: 1 })
      const settled = now()
      holder.child.kill('SIGCONT')
      expect((await holder.ended).error).toBe('lease.held')
      expect(now()).toEqual(settled)
      await expectSettled()
    },
    60_000
  )
})

describe('the crash of a holder', () => {
  it('frees the lease at once, and the next one ends its work', async () => {
    const holder = apply({ at: Math.floor(changes * 0.7), happens: 'stop' })
    await untilStopped(holder)
    holder.child.kill('SIGKILL')
    await holder.ended
    expect(await engine().lease()).toMatchObject({ state: 'free', epoch: 1 })
    const began = performance.now()
    expect(await engine().recover()).toHaveLength(1)
    expect(performance.now() - began).toBeLessThan(2_000)
    await expectSettled()
  })
})
