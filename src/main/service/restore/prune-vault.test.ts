import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { VaultLimits } from '../vault/retention'
import type { RestoreEngine } from './engine'
import { diskGateway, type Gateway } from './gateway'
import { buildProcess } from './testing/build-process'
import { declareDead } from './testing/crash-scenarios'
import { tellTally } from './testing/crash-tally'
import { daySeed, runsAll } from './testing/day-seed'
import { type PruneScenario, prunable, soundness } from './testing/prune-scenario'
import { startProcess } from './testing/run-process'
import {
  engineAt,
  newTestHome,
  quietly,
  removeTestHomes,
  restoreOf,
  type TestHome,
  testSession,
  writeCheckpoint,
  writeFile
} from './testing/test-home'
import { watchedGateway } from './testing/watched-gateway'

let place: TestHome
let limits: VaultLimits
let now: number
let engine: RestoreEngine
const day = 86_400_000

beforeEach(() => {
  place = newTestHome()
  limits = { maxDays: 30, maxBytes: 1e9 }
  now = Date.now()
  engine = engineAt(place, { vaultLimits: () => limits, now: () => now })
})

afterAll(removeTestHomes)

/** Changes a file by a restore, so that the content before is in the vault. */
async function change(to: string, name = 'a.txt'): Promise<string> {
  // No two operations begin at once.
  now += 1
  writeCheckpoint(place, to, { [name]: to }, { what: 'session' })
  const plan = await engine.makePlan(restoreOf(testSession, to))
  return (await engine.apply(plan.planId, plan.digest, {}, quietly)).operationId
}

const operation = async (id: string) => (await engine.operations()).find((each) => each.id === id)
const blobs = () =>
  readdirSync(join(place.own, 'vault', 'blobs'), { recursive: true }).filter((each) => `${each}`.endsWith('.zst'))

describe('pruneVault', () => {
  it('A17 lets go of what is past its days after an apply, lists it, and the operation says so', async () => {
    writeFile(place, 'a.txt', 'zero')
    now -= 31 * day
    const first = await change('one')
    now += 31 * day
    const second = await change('two')
    expect(await operation(first)).toMatchObject({ state: 'done', canUndo: false })
    expect((await operation(first))?.message).toContain('can no longer be undone')
    expect(await operation(second)).toMatchObject({ canUndo: true })
    const { pruned, copies } = await engine.keeper.show()
    expect(pruned).toMatchObject([{ id: first, kind: 'safety', because: 'age', session: testSession }])
    expect(copies.map(({ id }) => id)).toEqual([second])
    expect(blobs()).toHaveLength(1)
    await expect(engine.makeUndoPlan(first)).rejects.toMatchObject({ failure: { code: 'refused' } })
    expect((await engine.keeper.checkpoints(testSession)).map(({ id }) => id)).toEqual([`safety-${second}`])
  })

  it('A5 A18 keeps what the undo of the newest operation on a target needs, however old and large', async () => {
    writeFile(place, 'a.txt', 'zero')
    writeFile(place, 'b.txt', 'nil')
    const older = await change('one')
    const onB = await change('other', 'b.txt')
    const newest = await change('two')
    limits = { maxDays: 1, maxBytes: 0 }
    await engine.keeper.prune()
    const { copies } = await engine.keeper.show()
    expect(copies.map(({ id, kept }) => [id, kept?.includes('undone')])).toEqual([
      [newest, true],
      [onB, true]
    ])
    expect(await operation(older)).toMatchObject({ canUndo: false })
    for (const id of [newest, onB]) {
      const undo = await engine.makeUndoPlan(id)
      expect(undo.cannot).toEqual([])
      await engine.apply(undo.planId, undo.digest, {}, quietly)
    }
  })

  it('keeps labelled copies and sessions kept by hand, and lets scheduled ones go', async () => {
    writeFile(place, 'a.txt', 'zero')
    const labelled = await change('one')
    await engine.keeper.label(labelled, 'the good state')
    const about = { title: 'T', workspace: null, entries: null, agentVersion: null, layout: null, fingerprint: null }
    const { signal } = new AbortController()
    const keep = (by: 'person' | 'schedule') =>
      engine.keeper.keep({ session: testSession, label: null, by, about }, signal)
    const byHand = await keep('person')
    writeFile(place, 'a.txt', 'something else')
    const scheduled = await keep('schedule')
    const second = await change('two')
    limits = { maxDays: 1, maxBytes: 0 }
    now += 99 * day
    await engine.keeper.prune()
    const { copies, pruned } = await engine.keeper.show()
    expect(new Set(copies.map(({ id }) => id))).toEqual(new Set([labelled, byHand.id, second]))
    expect(copies.find(({ id }) => id === labelled)).toMatchObject({ label: 'the good state', kept: 'It has a label.' })
    expect(pruned.map(({ id }) => id)).toEqual([scheduled.id])
    await engine.keeper.label(labelled, null)
    await engine.keeper.prune()
    expect((await engine.keeper.show()).copies.map(({ id }) => id)).not.toContain(labelled)
    // Content that a copy which stays names too is still there.
    const points = await engine.keeper.checkpoints(testSession)
    expect(points.find(({ id }) => id === byHand.id)).toMatchObject({ restorable: true, valid: true })
  })

  it('takes no lease and removes nothing when there is nothing to remove', async () => {
    writeFile(place, 'a.txt', 'zero')
    await change('one')
    const { epoch } = await engine.lease()
    expect(await engine.keeper.prune()).toMatchObject({ removed: 0 })
    expect((await engine.lease()).epoch).toBe(epoch)
  })

  it('A18 keeps a copy whose list is damaged, since it may have had a label, and all that nothing else names', async () => {
    writeFile(place, 'a.txt', 'zero')
    const first = await change('one')
    await engine.keeper.label(first, 'the good state')
    const second = await change('two')
    writeFileSync(join(place.own, 'vault', 'copies', `${first}.json`), '{"format":1,')
    const whole = blobs()
    limits = { maxDays: 1, maxBytes: 0 }
    now += 99 * day
    expect(await engine.keeper.prune()).toMatchObject({ removed: 0 })
    expect(blobs()).toEqual(whole)
    const { copies } = await engine.keeper.show()
    expect(copies.map(({ id, kept }) => [id, kept !== null])).toEqual([
      [second, true],
      [first, true]
    ])
  })

  it('A18 removes nothing unnamed while a journal does not say what it names', async () => {
    writeFile(place, 'a.txt', 'zero')
    const id = await change('one')
    const journal = join(place.own, 'journal', `${id}.jsonl`)
    writeFileSync(journal, readFileSync(journal, 'utf8').replace('"type":"begin"', '"type":"begun"'))
    rmSync(join(place.own, 'vault', 'copies', `${id}.json`))
    now += 99 * day
    await engine.keeper.prune()
    expect(blobs()).toHaveLength(1)
  })

  it('A18 removes nothing unnamed while a kept session cannot say what it names', async () => {
    writeFile(place, 'a.txt', 'kept')
    const about = { title: 'T', workspace: null, entries: null, agentVersion: null, layout: null, fingerprint: null }
    const wish = { session: testSession, label: null, by: 'person', about } as const
    const { id } = await engine.keeper.keep(wish, new AbortController().signal)
    writeFileSync(join(place.own, 'vault', 'kept', `${id}.json`), '{"sum":"')
    const whole = blobs()
    now += 99 * day
    await engine.keeper.prune()
    expect(whole).not.toEqual([])
    expect(blobs()).toEqual(whole)
  })

  it('A14 says of an operation that is not over that its copy stays, whatever came later', async () => {
    writeFile(place, 'a.txt', 'zero')
    const first = await change('one')
    await change('two')
    const journal = join(place.own, 'journal', `${first}.jsonl`)
    const lines = readFileSync(journal, 'utf8').split('\n')
    writeFileSync(journal, lines.filter((line) => !line.includes('"type":"ended"')).join('\n'))
    const { copies } = await engine.keeper.show()
    expect(copies.find(({ id }) => id === first)?.kept).toBe('Its operation is not over yet.')
  })

  it('A18 keeps what an operation left as it was, since its copy is the whole session', async () => {
    writeFile(place, 'a.txt', 'zero')
    writeFile(place, 'b.txt', 'not changed')
    writeCheckpoint(place, 'cp', { 'a.txt': 'one', 'b.txt': 'not changed' }, { what: 'session' })
    const plan = await engine.makePlan(restoreOf(testSession, 'cp'))
    await engine.apply(plan.planId, plan.digest, {}, quietly)
    now += 5 * day
    await engine.keeper.prune()
    expect(blobs()).toHaveLength(2)
    expect(await engine.keeper.checkpoints(testSession)).toMatchObject([{ origin: 'safety', valid: true }])
  })

  it('A18 stops when the lease was taken over, before anything is listed as gone', async () => {
    writeFile(place, 'a.txt', 'zero')
    await change('one')
    await change('two')
    const whole = blobs()
    now += 99 * day
    const folder = join(place.own, 'lease')
    const isHeld = (name: string) => !JSON.parse(readFileSync(join(folder, name), 'utf8')).released
    let taken = false
    const gateway = watchedGateway(diskGateway, (call, run) => {
      const held = readdirSync(folder).find((name) => name.endsWith('.json') && isHeld(name))
      if (!taken && held !== undefined && call.name === 'list' && call.path.endsWith('blobs')) {
        taken = true
        writeFileSync(join(folder, 'epoch-99.json'), readFileSync(join(folder, held)))
      }
      return run()
    })
    const late = engineAt(place, { gateway, vaultLimits: () => limits, now: () => now })
    await expect(late.keeper.prune()).rejects.toMatchObject({ failure: { code: 'lease.held' } })
    expect(taken).toBe(true)
    expect(blobs()).toEqual(whole)
    expect((await engine.keeper.show()).pruned).toEqual([])
  })

  it('removes content that a writer left which never came to name it, a day later', async () => {
    writeFile(place, 'a.txt', 'zero')
    await change('one')
    const gateway: Gateway = watchedGateway(diskGateway, async (call, run) => {
      if (call.path.includes(join('vault', 'kept'))) throw Object.assign(new Error('EIO'), { code: 'EIO' })
      return run()
    })
    const about = { title: 'T', workspace: null, entries: null, agentVersion: null, layout: null, fingerprint: null }
    writeFile(place, 'b.txt', 'never named')
    const wish = { session: testSession, label: null, by: 'person', about } as const
    await expect(engineAt(place, { gateway }).keeper.keep(wish, new AbortController().signal)).rejects.toThrow('EIO')
    const before = blobs().length
    await engine.keeper.prune()
    expect(blobs()).toHaveLength(before)
    now += 2 * day
    await engine.keeper.prune()
    expect(blobs()).toHaveLength(1)
  })
})

describe('pruneVault, stopped', () => {
  let scenario: PruneScenario
  let program: string
  beforeAll(async () => {
    scenario = await prunable()
    program = await buildProcess(new URL('./testing/stopping-process.ts', import.meta.url))
  }, 60_000)
  afterAll(() => rmSync(dirname(program), { recursive: true, force: true }))

  it('A14 A18 at every change of the disk: nothing that is said to be there is missing, and the next one ends it', async () => {
    const wrong: string[] = []
    const step = runsAll ? 1 : 5
    let count = daySeed % step
    for (; ; count += step) {
      scenario.reset()
      let changes = 0
      const gateway = watchedGateway(diskGateway, async (call, run) => {
        if (call.name === 'close') return run()
        if (changes >= count) throw new Error('stopped')
        if (call.changes) changes += 1
        return run()
      })
      const ended = await engineAt(scenario.place, { gateway, vaultLimits: () => scenario.limits })
        .keeper.prune()
        .then(() => true)
        .catch(() => false)
      declareDead(scenario.place)
      const problem = await soundness(scenario)
      if (problem !== null) wrong.push(`${count}: ${problem}`)
      if (ended) break
    }
    expect(wrong).toEqual([])
    expect(count).toBeGreaterThan(10)
  }, 120_000)

  it('A14 by SIGKILL', async () => {
    const { home } = scenario.place
    const order = { home, plan: null, prune: scenario.limits, when: 'after', signal: 'SIGKILL' } as const
    scenario.reset()
    const { names } = await startProcess(program, { ...order, at: -1 }).ended
    expect(names.length).toBeGreaterThan(10)
    const wrong: string[] = []
    let killed = 0
    for (let at = 1; at <= names.length; at++) {
      if (!runsAll && (at + daySeed) % 5 !== 0) continue
      scenario.reset()
      killed += Number((await startProcess(program, { ...order, at }).ended).signal === 'SIGKILL')
      const problem = await soundness(scenario)
      if (problem !== null) wrong.push(`${at}: ${problem}`)
    }
    const lost = wrong.length
    tellTally({ what: 'prune', by: 'SIGKILL', tried: killed, of: names.length, sound: killed - lost, lost })
    expect(wrong).toEqual([])
    expect(killed).toBeGreaterThan(0)
  }, 240_000)
})
