import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { InputOf, OperationName, OutputOf } from '@shared/ipc/contract'
import { ExpectedFailure } from '@shared/ipc/errors'
import { afterEach, describe, expect, it } from 'vitest'
import { inlineReaders } from '../../../readers/inline-readers'
import { createService, type Service } from '../../../service'
import { adapter } from '../adapter'
import { addRecords, addSession, makeDatabase, recorder, sessionA, sessionB } from '../testing/made-store'
import { allEntries, readSample, removeHomes, type SampleHome, sampleHome } from '../testing/sample-home'
import { changeStore, pictureOfStore } from '../testing/store-rows'

const open: Service[] = []
afterEach(async () => {
  for (const service of open.splice(0)) await service.close()
  removeHomes()
})

type Call = <N extends OperationName>(name: N, input: InputOf<N>) => Promise<OutputOf<N>>

/** The whole service over a home, scanned. */
async function serve(home: SampleHome): Promise<{ call: Call; source: string }> {
  const service = await createService({
    home: join(home.home, '.reprise'),
    adapters: [adapter],
    look: { home: home.home, env: {}, platform: process.platform, cwd: home.home, flags: [] },
    readers: inlineReaders,
    emit: () => undefined
  })
  open.push(service)
  const call: Call = async (name, input) => {
    const how = { traceId: 'test', signal: new AbortController().signal, progress: () => undefined }
    const envelope = await service.dispatch(name, input, how)
    if (!envelope.ok) throw new ExpectedFailure(envelope.error)
    return envelope.value as never
  }
  await call('scan.run', {})
  return { call, source: (await call('sources.list', {})).sources[0]?.id ?? '' }
}

const failed = '01a227dd-ce8e-75f3-b00c-fcc4c80c8f2c'
const whole = '01a227de-8e4b-76c0-b1aa-7f8f2aeaffe9'

describe('tact through the service', { timeout: 90_000 }, () => {
  it('tact-37 an earlier point is resumable from a state that was kept then, also when the agent has lost the session', async () => {
    const home = await sampleHome('tact')
    const { call, source } = await serve(home)
    const session = { source, id: failed }
    const { checkpoint } = await call('capture.make', { session, label: 'before the cut' })
    const kept = await pictureOfStore(home.database)
    const cut = await call('plan.make', { kind: 'restore', session, checkpoint: 'resume-state' })
    await call('plan.apply', { planId: cut.planId, digest: cut.digest, choices: {} })
    const gone = await call('plan.make', { kind: 'delete', session })
    await call('plan.apply', { planId: gone.planId, digest: gone.digest, choices: {} })
    await call('scan.run', {})
    const { checkpoints } = await call('checkpoints.list', { session })
    expect(checkpoints.find(({ id }) => id === checkpoint.id)).toMatchObject({
      origin: 'reprise',
      restorable: true,
      label: 'before the cut'
    })
    const back = await call('plan.make', { kind: 'restore', session, checkpoint: checkpoint.id })
    expect(back).toMatchObject({ conflicts: [], steps: [{ action: 'create', what: 'rows' }] })
    const applied = await call('plan.apply', { planId: back.planId, digest: back.digest, choices: {} })
    expect(applied).toMatchObject({ state: 'done', verified: true })
    expect(await pictureOfStore(home.database)).toEqual(kept)
  })

  it('a kept session comes back into a store that is gone', async () => {
    const home = await sampleHome('tact')
    const { call, source } = await serve(home)
    const session = { source, id: whole }
    const entries = await allEntries(await home.open(whole))
    const { checkpoint } = await call('capture.make', { session, label: null })
    rmSync(home.source.root, { recursive: true })
    await call('scan.run', {})
    // A default place that is gone is not listed, unless something of it is kept.
    expect((await call('sources.list', {})).sources).toMatchObject([{ id: source, state: 'missing', sessions: 1 }])
    const back = await call('plan.make', { kind: 'restore', session, checkpoint: checkpoint.id })
    await call('plan.apply', { planId: back.planId, digest: back.digest, choices: {} })
    expect(await allEntries(await home.open(whole))).toEqual(entries)
    expect((await home.sessions()).map(({ id, resumable }) => [id, resumable])).toEqual([[whole, true]])
  })

  it('tact-35 recent prompts are the newest 100, newest first, repeats and blanks kept, of all sessions or of one workspace', async () => {
    const home = await sampleHome('tact')
    const { call } = await serve(home)
    const expected = readSample<{ agent: string; folder: string; cwd: string; prompts: string[] }[]>(
      'expected.json'
    ).filter((row) => row.folder === 'tact')
    const { prompts } = await call('prompts.recent', { limit: 100 })
    expect(prompts.map(({ text }) => text).sort()).toEqual(expected.flatMap((row) => row.prompts).sort())
    expect(prompts.map(({ at }) => at)).toEqual(prompts.map(({ at }) => at).toSorted((a, b) => b - a))
    const odd = '/home/dev/My Projects/café.app_v2'
    const ofOne = await call('prompts.recent', { limit: 100, workspace: odd })
    expect(ofOne.prompts.map(({ text }) => text).sort()).toEqual(
      expected
        .filter(({ cwd }) => cwd === odd)
        .flatMap((row) => row.prompts)
        .sort()
    )
    const many = await sampleHome(null)
    const database = makeDatabase(many.database)
    for (const id of [sessionA, sessionB]) {
      addSession(database, { id })
      const record = recorder(id)
      addRecords(
        database,
        id,
        Array.from({ length: 80 }, () => record.local('user.submitted', { id: 1, text: '  again \n' }))
      )
    }
    database.close()
    const busy = await serve(many)
    const recent = (await busy.call('prompts.recent', { limit: 100 })).prompts
    expect([recent.length, new Set(recent.map(({ text }) => text))]).toEqual([100, new Set(['  again \n'])])
  })

  it('tact-13 takes the model of a fork from the last session.started, as a resume of tact does', async () => {
    const home = await sampleHome('tact')
    changeStore(home.database, (database) => {
      database.prepare(`UPDATE sessions SET model = 'gpt-6-luna' WHERE session_id = ?`).run(whole)
    })
    const { call, source } = await serve(home)
    const plan = await call('plan.make', {
      kind: 'fork',
      session: { source, id: whole },
      checkpoint: null,
      entry: null,
      workspace: null
    })
    await call('plan.apply', { planId: plan.planId, digest: plan.digest, choices: {} })
    changeStore(home.database, (database) => {
      const fork = database.prepare('SELECT model FROM sessions WHERE parent_session_id = ?').pluck().get(whole)
      expect(fork).toBe('gpt-6.1-sol')
    })
  })

  it('tact-12 tact-10 tact-11 keeps the spelling of every record that it puts back, whatever it is', async () => {
    const home = await sampleHome(null)
    const database = makeDatabase(home.database)
    addSession(database, { id: sessionA })
    const spellings = [
      '{"schema_version":2,"sequence":1,"recorded_at_unix_ms":1,"source":"agent","type":"api.event","agent":{"protocol_version":1,"request_id":"r","sequence":18446744073709551615},"payload":{"n":1.50,"n":1e3,"z":null}}',
      '{ "schema_version": 2, "later": [], "sequence":2,"recorded_at_unix_ms":2,"source":"new","type":"\\ud800","payload":"\\u0000" }',
      '{"schema_version":2,"sequence":3,"recorded_at_unix_ms":3,"source":"tact","type":"session.ended","payload":{"outcome":"closed"}}'
    ]
    const insert = database.prepare('INSERT INTO events(session_id, record_json, assistant_stream) VALUES (?, ?, ?)')
    for (const spelling of spellings) insert.run(sessionA, Buffer.from(spelling), '[1,1,"commentary"]')
    database.close()
    const before = await pictureOfStore(home.database)
    const { call, source } = await serve(home)
    const session = { source, id: sessionA }
    const { checkpoint } = await call('capture.make', { session, label: null })
    const gone = await call('plan.make', { kind: 'delete', session })
    await call('plan.apply', { planId: gone.planId, digest: gone.digest, choices: {} })
    const back = await call('plan.make', { kind: 'restore', session, checkpoint: checkpoint.id })
    const choices = Object.fromEntries(back.conflicts.map(({ id }) => [id, 'write']))
    await call('plan.apply', { planId: back.planId, digest: back.digest, choices })
    expect(await pictureOfStore(home.database)).toEqual(before)
  })
})
