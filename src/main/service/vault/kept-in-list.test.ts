import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SessionRef } from '@shared/domain/session'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AgentAdapter, SourceLocation } from '../agents/adapter'
import { jotAdapter } from '../testing/jot-adapter'
import { JotHome } from '../testing/jot-home'
import { jotService, type ServiceUnderTest } from '../testing/jot-service'
import { CaptureSchedule } from './capture-schedule'

/** Jots that can be written: a session is the file of its name. */
const writable: AgentAdapter = {
  ...jotAdapter,
  write: {
    changes: ['restore-kept'],
    async plan(_source, change) {
      const steps = change.kind === 'restore-kept' ? change.parts : []
      return { title: 'Put it back', steps, conflicts: [], cannot: [], notes: [], inputs: [] }
    },
    verify: async () => [],
    capture: async (source, session) => [await partOf(source, session)]
  }
}

async function partOf({ root }: SourceLocation, session: string) {
  const path = join(root, `${session}.json`)
  const content = existsSync(path) ? await readFile(path) : null
  return { id: 'file', what: 'session', path, approvedRoot: root, content, mode: 0o600, because: 'kept' } as const
}

let home: JotHome
let test: ServiceUnderTest
let now: number

const start = (more = {}) => jotService(home, { adapters: [writable], now: () => now, ...more })

beforeEach(async () => {
  now = Date.now()
  home = new JotHome()
  test = await start()
})
afterEach(async () => {
  await test.service.close()
  home.dispose()
})

async function scanned(id = 'a'): Promise<SessionRef> {
  await test.call('scan.run', {})
  const [source] = (await test.call('sources.list', {})).sources
  return { source: source?.id ?? '', id }
}

const rows = async () => (await test.call('sessions.page', { query: {}, offset: 0, limit: 10 })).rows
const talk = { sessions: [{ id: 'a', title: 'A talk about oaks', workspace: '/w', entries: 7 }] }

describe('capture.make', () => {
  it('counts among the checkpoints, and its session stays listed and can be put back when the agent has lost it', async () => {
    home.write('a', talk)
    const session = await scanned()
    const { checkpoint } = await test.call('capture.make', { session, label: 'by hand' })
    expect(checkpoint).toMatchObject({ label: 'by hand', origin: 'reprise', restorable: true, holds: { messages: 7 } })
    expect(await rows()).toMatchObject([{ id: 'a', state: 'ok', checkpoints: 1 }])
    const bytes = readFileSync(join(home.root, 'a.json'))
    home.remove('a')
    await scanned()
    expect(await rows()).toMatchObject([
      { id: 'a', state: 'gone', title: 'A talk about oaks', workspace: '/w', checkpoints: 1 }
    ])
    expect((await test.call('sessions.get', { session })).session.state).toBe('gone')
    expect((await test.call('checkpoints.list', { session })).checkpoints).toMatchObject([{ id: checkpoint.id }])
    const plan = await test.call('plan.make', { kind: 'restore', session, checkpoint: checkpoint.id })
    await test.call('plan.apply', { planId: plan.planId, digest: plan.digest })
    expect(readFileSync(join(home.root, 'a.json'))).toEqual(bytes)
    expect(await rows()).toMatchObject([{ id: 'a', state: 'ok', checkpoints: 1 }])
  })

  it('A5 lists the safety copy of a restore as a point of the session', async () => {
    home.write('a', talk)
    const session = await scanned()
    const { checkpoint } = await test.call('capture.make', { session })
    home.write('a', { sessions: [{ id: 'a', title: 'Another talk' }] })
    const plan = await test.call('plan.make', { kind: 'restore', session, checkpoint: checkpoint.id })
    const { operationId } = await test.call('plan.apply', { planId: plan.planId, digest: plan.digest })
    const { checkpoints } = await test.call('checkpoints.list', { session })
    expect(checkpoints.map(({ id, origin }) => [id, origin])).toEqual([
      [`safety-${operationId}`, 'safety'],
      [checkpoint.id, 'reprise']
    ])
  })

  it('is known from the vault alone when the library is gone, and when the session is, too', async () => {
    home.write('a', talk)
    const session = await scanned()
    await test.call('capture.make', { session, label: 'mine' })
    await test.service.close()
    home.remove('a')
    for (const name of readdirSync(home.own).filter((each) => each.startsWith('library'))) rmSync(join(home.own, name))
    test = await start()
    await scanned()
    expect(await rows()).toMatchObject([{ id: 'a', state: 'gone', title: 'A talk about oaks', checkpoints: 1 }])
  })

  it('survives a scan that reads everything anew, and one of a place that is away', async () => {
    home.write('a', talk)
    const session = await scanned()
    await test.call('capture.make', { session })
    home.write('a', { sessions: [{ id: 'a', title: 'Renamed' }] })
    await scanned()
    expect(await rows()).toMatchObject([{ title: 'Renamed', checkpoints: 1 }])
    rmSync(home.root, { recursive: true })
    await test.call('scan.run', {})
    expect((await test.call('checkpoints.list', { session })).checkpoints).toHaveLength(1)
  })

  it('writes down nothing readable of a session that a key opened', async () => {
    await test.service.close()
    test = await start({ keys: new Map([['pi', new Uint8Array(32)]]) })
    home.write('a', { sessions: [{ id: 'a', title: 'Hidden oaks' }] })
    const session = await scanned()
    await test.call('capture.make', { session })
    const kept = join(home.own, 'vault', 'kept')
    const [name = ''] = readdirSync(kept)
    expect(readFileSync(join(kept, name), 'utf8')).not.toContain('Hidden oaks')
    expect(statSync(join(kept, name)).mode & 0o777).toBe(0o600)
  })
})

describe('vault.show, vault.label, vault.prune', () => {
  it('show what is kept and why, name a copy, and let the others go', async () => {
    home.write('a', talk)
    const session = await scanned()
    const { checkpoint } = await test.call('capture.make', { session })
    const shown = await test.call('vault.show', {})
    expect(shown).toMatchObject({ limits: { maxDays: 30, maxBytes: 5_000_000_000 }, pruned: [] })
    expect(shown.copies).toMatchObject([{ id: checkpoint.id, kind: 'kept', title: 'A talk about oaks', session }])
    expect(shown.bytes).toBe(shown.copies[0]?.bytes)
    await test.call('vault.label', { id: checkpoint.id, label: 'keep me' })
    expect((await test.call('checkpoints.list', { session })).checkpoints[0]?.label).toBe('keep me')
    await expect(test.call('vault.label', { id: 'kept-0-00000000', label: 'x' })).rejects.toMatchObject({
      failure: { code: 'not.found' }
    })
    expect(await test.call('vault.prune', {})).toEqual({ removed: 0, bytes: 0 })
  })
})

describe('CaptureSchedule', () => {
  const schedule = () => new CaptureSchedule(test.service.parts, (error) => expect(error).toBe(undefined))

  it('keeps nothing unless it is asked to', async () => {
    home.write('a', talk)
    await scanned()
    expect(await schedule().keepDue()).toEqual([])
  })

  it('keeps a session that changed since the last time, not before the hour is over, and not one that did not', async () => {
    home.write('a', talk)
    home.write('b', { sessions: [{ id: 'b' }] })
    await scanned()
    await test.call('settings.set', { captureEvery: 'hourly' })
    expect((await schedule().keepDue()).map(({ id }) => id).sort()).toEqual(['a', 'b'])
    expect(await schedule().keepDue()).toEqual([])
    home.write('a', { sessions: [{ id: 'a', title: 'went on' }] })
    const session = await scanned()
    expect(await schedule().keepDue()).toEqual([])
    now += 61 * 60 * 1000
    expect((await schedule().keepDue()).map(({ id }) => id)).toEqual(['a'])
    expect((await test.call('checkpoints.list', { session })).checkpoints.map(({ holds }) => holds.kind)).toEqual([
      'kept session (scheduled)',
      'kept session (scheduled)'
    ])
  })

  it('stays within the room of the vault', async () => {
    home.write('a', talk)
    await scanned()
    await test.call('settings.set', { captureEvery: 'hourly', vaultBytes: 0 })
    await schedule().keepDue()
    expect((await test.call('vault.show', {})).copies).toEqual([])
  })
})
