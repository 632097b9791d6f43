import type { Database } from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import type { ListedSession } from '../../adapter'
import { adapter } from '../adapter'
import {
  addBytes,
  addRecords,
  addSession,
  addState,
  makeDatabase,
  recorder,
  sessionA,
  sessionB
} from '../testing/made-store'
import { removeHomes, type SampleHome, sampleHome } from '../testing/sample-home'

afterEach(removeHomes)

async function store(fill: (database: Database) => void): Promise<SampleHome> {
  const home = await sampleHome(null)
  const database = makeDatabase(home.database)
  fill(database)
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
  return home
}

async function listed(home: SampleHome, id: string): Promise<ListedSession | undefined> {
  return (await home.sessions()).find((session) => session.id === id)
}

function addTurn(database: Database, id: string, more: Readonly<Record<string, unknown>> = {}) {
  const run = recorder(id)
  addRecords(database, id, [
    run.started(),
    run.local('user.submitted', { id: 1, text: 'hello' }),
    run.local('worker.turn_finished', { id: 1, ...more })
  ])
}

describe('listSessions', () => {
  it('tact-4 keeps prompts in the order of their time, with every blank, and the newest 100 of them', async () => {
    const home = await store((database) => {
      addSession(database, { id: sessionA, preview: 'early' })
      const late = recorder(sessionA, 500)
      const early = recorder(sessionA, 1)
      addRecords(database, sessionA, [
        late.local('user.submitted', { id: 2, text: '  late\n prompt ' }),
        early.local('user.steered', { text: 'early' })
      ])
      addSession(database, { id: sessionB })
      const many = recorder(sessionB)
      addRecords(
        database,
        sessionB,
        Array.from({ length: 130 }, (_, index) => many.local('user.submitted', { id: index, text: `prompt ${index}` }))
      )
    })
    expect((await listed(home, sessionA))?.prompts?.map((prompt) => prompt.text)).toEqual(['early', '  late\n prompt '])
    const prompts = (await listed(home, sessionB))?.prompts ?? []
    expect([prompts.length, prompts[0]?.text, prompts.at(-1)?.text]).toEqual([100, 'prompt 30', 'prompt 129'])
  })

  it('tact-25 a session with a terminal stop is not resumable, whatever the stop is called and whatever came later', async () => {
    const home = await store((database) => {
      for (const [id, stop] of [
        [sessionA, 'misalignment_policy_violation'],
        [sessionB, 'something_new']
      ] as const) {
        addSession(database, { id })
        addState(database, id)
        addTurn(database, id, { error: 'stopped', terminal_stop: stop })
        addTurn(database, id, { error: 'another failure' })
      }
    })
    for (const id of [sessionA, sessionB]) {
      expect((await listed(home, id))?.resumable).toBe(false)
      const session = await home.open(id)
      expect(session.findings.map((finding) => finding.code)).toEqual(['tact.session.stopped'])
      const [state] = await adapter.checkpoints(home.source, id, home.reading)
      expect(state).toMatchObject({ valid: true, holds: { messages: 1 } })
    }
  })

  it('tact-25 finds the stop of a session that is too long to look into', async () => {
    const home = await store((database) => {
      addSession(database, { id: sessionA })
      addState(database, sessionA)
      addTurn(database, sessionA, { error: 'x', terminal_stop: 'misalignment_policy_violation' })
      const run = recorder(sessionA, 100)
      const text = 'long '.repeat(2000)
      database.transaction(() =>
        addRecords(
          database,
          sessionA,
          Array.from({ length: 2500 }, () => run.agent('assistant.message', { text }))
        )
      )()
    })
    expect((await listed(home, sessionA))?.resumable).toBe(false)
  })

  it('tact-26 a session of a model that tact dropped is not resumable, and the finding names the stored one', async () => {
    const home = await store((database) => {
      addSession(database, { id: sessionA, model: 'gpt-5.6-sol' })
      addState(database, sessionA)
      addTurn(database, sessionA)
    })
    expect(await listed(home, sessionA)).toMatchObject({ resumable: false, model: 'gpt-5.6-sol' })
    const [finding] = (await home.open(sessionA)).findings
    expect(finding).toMatchObject({ code: 'tact.session.model', what: expect.stringContaining('gpt-5.6-sol') })
  })

  it('tact-6 a session without a resume state is listed and not resumable', async () => {
    const home = await store((database) => {
      addSession(database, { id: sessionA })
      addTurn(database, sessionA)
      addSession(database, { id: sessionB })
      addTurn(database, sessionB)
      addState(database, sessionB)
    })
    expect(await listed(home, sessionA)).toMatchObject({ resumable: false, ownCheckpoints: 0 })
    expect(await listed(home, sessionB)).toMatchObject({ resumable: true, ownCheckpoints: 1 })
  })

  it('parses no record for the list of a large store', async () => {
    const home = await store((database) => {
      addSession(database, { id: sessionA, updatedAt: 5 })
      addState(database, sessionA)
      // Not even JSON, and too much to be looked into.
      database.transaction(() => {
        for (let row = 0; row < 400; row += 1) addBytes(database, sessionA, Buffer.alloc(4000, 65))
      })()
    })
    expect(await listed(home, sessionA)).toMatchObject({ resumable: true, state: 'ok' })
  })

  it('cuts what a very long prompt would put into the list', async () => {
    const home = await store((database) => {
      addSession(database, { id: sessionA, preview: `${'x'.repeat(299)}👋${'y'.repeat(5000)}` })
    })
    const session = await listed(home, sessionA)
    expect(session?.title).toBe(`${'x'.repeat(299)}…`)
    expect(session?.preview).toHaveLength(2001)
  })

  it('gives negative and saturated numbers of other programs without failing', async () => {
    const home = await store((database) => {
      addSession(database, { id: sessionA })
      database.prepare('UPDATE sessions SET started_at_ms = ?, updated_at_ms = ?').run(-5n, 9_223_372_036_854_775_807n)
    })
    const session = await listed(home, sessionA)
    expect(session?.startedAt).toBeNull()
    expect(session?.updatedAt).toBeGreaterThan(9e18)
  })
})

describe('scan', () => {
  it('gives the sessions of a large new store in slices, and corrects those that turn out to be stopped', async () => {
    const ids = Array.from({ length: 600 }, (_, index) => `01a227e2-6923-7c90-86ab-${String(index).padStart(12, '0')}`)
    const last = ids.at(-1) ?? ''
    const home = await store((database) => {
      for (const id of ids) {
        addSession(database, { id })
        addState(database, id)
        addTurn(database, id, id === last ? { error: 'x', terminal_stop: 'misalignment_policy_violation' } : {})
      }
    })
    const none = { fingerprint: () => undefined }
    const known = { fingerprint: () => 'another' }
    const scan = async (units: typeof none | typeof known) => {
      const sessions = new Map<string, ListedSession>()
      const slices: number[] = []
      let corrected: readonly ListedSession[] = []
      for await (const step of adapter.scan(home.source, units, home.reading)) {
        if (step.type !== 'slice' && step.type !== 'unit') continue
        for (const session of step.sessions) sessions.set(session.id, session)
        if (step.type === 'slice') slices.push(step.sessions.length)
        else corrected = step.sessions
      }
      return { sessions, slices, corrected }
    }
    const early = await scan(none)
    expect(early.slices).toEqual([250, 250, 100])
    expect(early.corrected.map(({ id }) => id)).toContain(last)
    expect(early.corrected.length).toBeLessThan(ids.length)
    expect(early.sessions.get(last)?.resumable).toBe(false)
    const whole = await scan(known)
    expect(whole.slices).toEqual([])
    expect(early.sessions).toEqual(whole.sessions)
  })

  it('reads nothing of a store whose fingerprint is the known one', async () => {
    const home = await sampleHome('tact')
    const [unit] = await home.scan()
    const steps: string[] = []
    const known = { fingerprint: (name: string) => (name === unit?.unit ? unit.fingerprint : undefined) }
    for await (const step of adapter.scan(home.source, known, home.reading)) steps.push(step.type)
    expect(steps).toEqual(['total', 'unchanged'])
  })
})
