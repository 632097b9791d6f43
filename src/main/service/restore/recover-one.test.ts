import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Vault } from '../vault/vault'
import { diskGateway } from './gateway'
import { declareDead, makeScenario, type Scenario } from './testing/crash-scenarios'
import { engineAt, pictureOfAgent, quietly, removeTestHomes } from './testing/test-home'
import { type DiskCall, watchedGateway } from './testing/watched-gateway'

let scenario: Scenario

beforeAll(async () => {
  scenario = await makeScenario('restore')
}, 60_000)

beforeEach(() => scenario.reset())
afterAll(removeTestHomes)

const target = (name: string) => join(scenario.place.files, name)

/** Applies until a call matches: `before` may do something first, then the call is made, then nothing reaches the disk any more. */
async function stopAfter(match: (call: DiskCall) => boolean, before: () => void = () => undefined): Promise<void> {
  let stopped = false
  const gateway = watchedGateway(diskGateway, async (call, run) => {
    if (call.name === 'close') return run()
    if (stopped) throw new Error('stopped')
    if (!match(call)) return run()
    before()
    const value = await run()
    stopped = true
    return value
  })
  const { plan, place } = scenario
  await engineAt(place, { gateway })
    .apply(plan.planId, plan.digest, {}, quietly)
    .catch(() => undefined)
  expect(stopped).toBe(true)
  declareDead(place)
}

const placing = (name: string) => (call: DiskCall) => call.name === 'rename' && call.path === target(name)

describe('recoverOne', () => {
  it('leaves a file alone that somebody wrote after the crash, puts the others back, and says so of each', async () => {
    await stopAfter(placing('tasks/list.json'))
    writeFileSync(target('session.json'), 'the agent went on')
    const engine = engineAt(scenario.place)
    expect(await engine.recover()).toMatchObject([{ state: 'failed' }])
    const { 'session.json': session, ...others } = pictureOfAgent(scenario.place)
    const { 'session.json': old, ...before } = scenario.old
    expect(others).toEqual(before)
    expect(session).not.toBe(old)
    expect(readFileSync(target('session.json'), 'utf8')).toBe('the agent went on')
    const [operation] = await engine.operations()
    expect(operation).toMatchObject({ state: 'failed', verified: false, canUndo: true })
    expect(operation?.results.map((each) => [each.step, each.outcome])).toEqual([
      ['session.json', 'failed'],
      ['row told', 'put-back'],
      ['row made', 'put-back'],
      ['row gone', 'put-back'],
      ['tasks/list.json', 'put-back'],
      // Single files change a few at once: the crash met these two before or after.
      ['new/deep/made.json', expect.stringMatching(/^(?:put-back|not-started)$/)],
      ['gone.json', expect.stringMatching(/^(?:put-back|not-started)$/)],
      ['row kept', 'kept'],
      ['same.txt', 'kept']
    ])
    expect(await engine.recover()).toEqual([])
    const undo = await engine.makeUndoPlan(operation?.id ?? '')
    expect(undo.conflicts.map((conflict) => conflict.id)).toEqual(['changed:session.json'])
    await engine.apply(undo.planId, undo.digest, { 'changed:session.json': 'replace' }, quietly)
    expect(pictureOfAgent(scenario.place)).toEqual(scenario.old)
  })

  it('gives an agent’s file its place back that was written at the last moment before a crash', async () => {
    await stopAfter(placing('session.json'), () => writeFileSync(target('session.json'), 'at the last moment'))
    expect(readFileSync(target('session.json'), 'utf8')).toBe('four messages')
    const engine = engineAt(scenario.place)
    expect(await engine.recover()).toMatchObject([{ state: 'rolled-back' }])
    expect(readFileSync(target('session.json'), 'utf8')).toBe('at the last moment')
    const { 'session.json': _, ...others } = pictureOfAgent(scenario.place)
    const { 'session.json': __, ...before } = scenario.old
    expect(others).toEqual(before)
  })

  it('takes content into the vault that no plan knows, before its second name goes', async () => {
    await stopAfter((call) => call.name === 'link' && call.path.endsWith('.old'))
    writeFileSync(target('session.json'), 'unknown to all')
    const engine = engineAt(scenario.place)
    await engine.recover()
    expect(readFileSync(target('session.json'), 'utf8')).toBe('unknown to all')
    const [operation] = await engine.operations()
    const vault = new Vault(diskGateway, scenario.place.own)
    const displaced = (await vault.copyOf(operation?.id ?? ''))?.files[0]?.displaced
    expect((await vault.blobs.get(displaced ?? '')).toString()).toBe('unknown to all')
  })

  it('goes forward when all new content is there, back when a piece of it is not', async () => {
    const isPrepared = (call: DiskCall) => call.bytes !== undefined && Buffer.from(call.bytes).includes('"prepared"')
    await stopAfter(isPrepared)
    expect(await engineAt(scenario.place).recover()).toMatchObject([{ state: 'done' }])
    expect(pictureOfAgent(scenario.place)).toEqual(scenario.new)
    scenario.reset()
    await stopAfter(isPrepared)
    const [piece] = readdirSync(scenario.place.files).filter((name) => name.startsWith('.reprise-'))
    writeFileSync(target(basename(piece ?? '')), 'half')
    expect(await engineAt(scenario.place).recover()).toMatchObject([{ state: 'rolled-back' }])
    expect(pictureOfAgent(scenario.place)).toEqual(scenario.old)
  })

  it('removes at the next start a name that could not be removed', async () => {
    const stubborn = watchedGateway(diskGateway, async (call, run) => {
      if (call.name === 'unlink' && call.path.endsWith('.old'))
        throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' })
      return run()
    })
    const { plan, place } = scenario
    const result = await engineAt(place, { gateway: stubborn }).apply(plan.planId, plan.digest, {}, quietly)
    expect(result.state).toBe('done')
    const incoming = join(place.own, 'vault', 'incoming')
    expect(readdirSync(incoming)).toEqual([result.operationId])
    await engineAt(place).recover()
    expect(readdirSync(incoming)).toEqual([])
    expect(pictureOfAgent(place)).toEqual(scenario.new)
  })

  it('sets a journal aside that says nothing', async () => {
    await stopAfter((call) => call.name === 'create' && call.path.endsWith('.jsonl'))
    expect(await engineAt(scenario.place).recover()).toEqual([])
    expect(readdirSync(join(scenario.place.own, 'journal'))).toMatchObject([expect.stringMatching(/\.unreadable$/)])
    expect(pictureOfAgent(scenario.place)).toEqual(scenario.old)
  })
})
