import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { diskGateway } from '../../../restore/gateway'
import { isNative } from '../../../restore/plan-draft'
import { decodeResumeState } from '../resume-state'
import { addRecords, addSession, addState, makeDatabase, recorder, sessionA } from '../testing/made-store'
import { allEntries, readSample, removeHomes } from '../testing/sample-home'
import { changeStore, pictureOfStore } from '../testing/store-rows'
import { everyOther, type TactEngine, tactEngine } from '../testing/tact-engine'
import { native } from './native-store'
import { write } from './write-part'

afterEach(removeHomes)

const whole = '01a227de-8e4b-76c0-b1aa-7f8f2aeaffe9'
const failed = '01a227dd-ce8e-75f3-b00c-fcc4c80c8f2c'
const grandchild = '01a227df-4f53-7dd0-a061-bf74ea725419'
const root = '01a227dc-1948-77e3-bb4e-a12ee0fbf44f'
const stopped = '01a227e0-9ed6-7dc0-9b3c-b630d44ef071'
const wholeFork = { kind: 'fork', checkpoint: null, entry: null, workspace: null } as const

interface Forked {
  readonly id: string
  readonly row: Record<string, unknown>
  readonly records: readonly Record<string, unknown>[]
  readonly state: Buffer | undefined
}

/** The fork that a plan's title step names, as its rows are in the database. */
function forkIn(home: TactEngine, parent: string): Forked {
  let found: Forked | undefined
  changeStore(home.database, (database) => {
    const row = database
      .prepare('SELECT * FROM sessions WHERE parent_session_id = ? ORDER BY rowid DESC LIMIT 1')
      .get(parent) as Record<string, unknown>
    const id = String(row.session_id)
    const records = database
      .prepare('SELECT record_json FROM events WHERE session_id = ? ORDER BY event_id')
      .pluck()
      .all(id)
    const state = database.prepare('SELECT state_zstd FROM resume_states WHERE session_id = ?').pluck().get(id)
    found = {
      id,
      row,
      records: records.map((bytes) => JSON.parse((bytes as Buffer).toString()) as Record<string, unknown>),
      state: state as Buffer | undefined
    }
  })
  if (found === undefined) throw new Error('no fork')
  return found
}

const texts = async (home: TactEngine, id: string) =>
  (await allEntries(await home.open(id))).filter(({ kind }) => kind === 'user').map(({ text }) => text)

describe('a fork', { timeout: 90_000 }, () => {
  it('tact-9 tact-12 tact-13 has a start record of its own with sequence 1, as tact writes it, and is visible at once', async () => {
    const home = await tactEngine('tact')
    const before = await pictureOfStore(home.database)
    const plan = await home.plan(whole, wholeFork)
    expect(plan.conflicts).toEqual([])
    expect(plan.steps.map(({ action, what }) => [action, what])).toEqual([['create', 'rows']])
    const { operationId, verified, created } = await home.apply(plan)
    expect(verified).toBe(true)
    const { id, row, records, state } = forkIn(home, whole)
    expect([plan.created?.id, created?.id]).toEqual([id, id])
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(plan.notes.join(' ')).toContain(`tact --resume ${id}`)
    expect(row).toMatchObject({
      parent_session_id: whole,
      effort: '"low"',
      reasoning_mode: '"standard"',
      preview: 'No user prompt',
      fast_mode: 0
    })
    const { payload, ...envelope } = records[0] ?? {}
    expect(records).toHaveLength(1)
    expect(Object.keys(records[0] ?? {})).toEqual([
      'schema_version',
      'sequence',
      'recorded_at_unix_ms',
      'source',
      'type',
      'payload'
    ])
    expect(envelope).toMatchObject({ schema_version: 2, sequence: 1, source: 'tact', type: 'session.started' })
    expect(Object.entries(payload as object)).toEqual([
      ['session_id', id],
      ['parent_session_id', whole],
      ['parent_sequence', 88],
      ['model', 'gpt-6.1-sol'],
      ['effort', 'low'],
      ['reasoning_mode', 'standard'],
      ['fast_mode', false],
      ['workspace', '/home/dev/weather'],
      ['application_version', row.application_version]
    ])
    expect(decodeResumeState(state ?? Buffer.alloc(0))).toMatchObject({ lineage: whole, findings: [] })
    const summary = (await home.sessions()).find((session) => session.id === id)
    expect(summary).toMatchObject({ resumable: true, parent: whole, parentKind: 'fork' })
    expect(await texts(home, id)).toEqual(await texts(home, whole))
    await home.undo(operationId)
    expect(await pictureOfStore(home.database)).toEqual(before)
  })

  it('tact-15 has the resume state of its parent, byte for byte', async () => {
    const home = await tactEngine('tact')
    await home.apply(await home.plan(whole, wholeFork))
    const { state } = forkIn(home, whole)
    changeStore(home.database, (database) => {
      const parent = database.prepare('SELECT state_zstd FROM resume_states WHERE session_id = ?').pluck().get(whole)
      expect(state?.equals(parent as Buffer)).toBe(true)
    })
  })

  it('tact-16 tact-17 begins where the resume state is of, not after the turn that failed', async () => {
    const home = await tactEngine('tact')
    await home.apply(await home.plan(failed, wholeFork))
    const { id, records } = forkIn(home, failed)
    expect(records[0]?.payload).toMatchObject({ parent_sequence: 66 })
    expect(await texts(home, id)).toEqual(['Run the test suite and tell me what breaks.'])
  })

  it('tact-17 of a fork of a fork shows all three, and keeps the id of the first session of the lineage', async () => {
    const home = await tactEngine('tact')
    await home.apply(await home.plan(grandchild, wholeFork))
    const { id, state } = forkIn(home, grandchild)
    expect(decodeResumeState(state ?? Buffer.alloc(0)).lineage).toBe(root)
    expect(await texts(home, id)).toEqual(await texts(home, grandchild))
    expect((await home.open(id)).findings).toEqual([])
    expect((await home.sessions()).find((session) => session.id === id)?.resumable).toBe(true)
  })

  it('is resumable for every session that tact resumes, and for no other', async () => {
    const home = await tactEngine('tact')
    const rows =
      readSample<{ folder: string; operation: string; tact: string; id?: string; result: string }[]>(
        'outcomes-tact.json'
      )
    const resumes = rows.filter((row) => row.folder === 'tact' && row.operation === 'resume' && row.tact === '0.8.3')
    const made = new Map<string, string>()
    const listed = new Set((await home.sessions()).map((session) => session.id))
    for (const { id = '', result } of resumes) {
      if (!listed.has(id)) continue
      if (result === 'error') {
        await expect(home.plan(id, wholeFork), id).rejects.toMatchObject({ failure: { code: 'refused' } })
        continue
      }
      const draft = await write.plan(home.source, { ...wholeFork, sessionId: id }, home.reading)
      const access = { gateway: diskGateway, source: home.source, ...home.reading }
      for (const step of draft.steps.filter(isNative)) await native.exchange(step.target, null, step.content, access)
      expect(await write.verify(home.source, id, [home.database], home.reading), id).toEqual([])
      made.set(forkIn(home, id).id, id)
    }
    const sessions = await home.sessions()
    for (const [fork, id] of made) {
      expect(sessions.find((session) => session.id === fork)?.resumable, id).toBe(true)
    }
    expect(made.size).toBeGreaterThan(14)
  })

  it('tact-25 is not made around a stop of the provider', async () => {
    const home = await tactEngine('tact')
    await expect(home.plan(stopped, wholeFork)).rejects.toMatchObject({ failure: { code: 'refused' } })
  })

  it('tact-26 of a session of a dropped model says which tact would resume it', async () => {
    const home = await tactEngine('tact-old-version')
    const plan = await home.plan('01a227e2-c0e7-7442-938b-7880d7499ee1', wholeFork)
    expect(plan.notes.join(' ')).toContain('gpt-5.6-sol')
  })

  it('tact-37 at an earlier entry is for viewing only, and not made by default', async () => {
    const home = await tactEngine('tact')
    const [first] = (await allEntries(await home.open(whole))).filter(({ kind }) => kind === 'user')
    const plan = await home.plan(whole, { ...wholeFork, entry: first?.id ?? '' })
    expect(plan.conflicts).toMatchObject([{ code: 'tact.restore.view-only', default: 'keep' }])
    expect(plan.cannot[0]?.because).toContain('View only')
    await home.apply(plan, everyOther(plan))
    const { id, state } = forkIn(home, whole)
    expect(state).toBeUndefined()
    expect(await texts(home, id)).toEqual(['Slowly list the forecast files.', 'Only look at the docs folder please.'])
    expect((await home.sessions()).find((session) => session.id === id)?.resumable).toBe(false)
  })

  it('in another folder has the state for it, every other byte of its JSON as it was, in a frame as tact writes it', async () => {
    const home = await tactEngine('tact')
    const folder = join(home.home, 'My Projects', 'café')
    mkdirSync(folder, { recursive: true })
    await home.apply(await home.plan(whole, { ...wholeFork, workspace: folder }))
    const { row, records, state } = forkIn(home, whole)
    expect(row.workspace).toBe(folder)
    expect(records[0]?.payload).toMatchObject({ workspace: folder })
    expect(state?.subarray(0, 6).toString('hex')).toBe('28b52ffd0058')
    changeStore(home.database, (database) => {
      const parent = database
        .prepare('SELECT state_zstd FROM resume_states WHERE session_id = ?')
        .pluck()
        .get(whole) as Buffer
      const [old, now] = [parent, state ?? Buffer.alloc(0)].map((blob) => zstdDecompressSync(blob).toString('utf8'))
      expect(now).toBe(old?.replace('"workspace":"/home/dev/weather"', `"workspace":${JSON.stringify(folder)}`))
    })
    await expect(home.plan(whole, { ...wholeFork, workspace: 'here' })).rejects.toMatchObject({
      failure: { code: 'bad.input' }
    })
  })

  it('tact-18 is refused where tact would not find its place: repeated numbers, a broken lineage, a lone state', async () => {
    const home = await tactEngine(null)
    const database = makeDatabase(home.database)
    addSession(database, { id: sessionA })
    const [one, two] = [recorder(), recorder()]
    addRecords(database, sessionA, [
      one.started(),
      one.local('user.submitted', { id: 1, text: 'a' }),
      one.agent('run.started'),
      one.agent('run.completed')
    ])
    addRecords(database, sessionA, [two.started(), two.local('session.ended', { outcome: 'cancelled' })])
    addState(database, sessionA)
    database.close()
    await expect(home.plan(sessionA, wholeFork)).rejects.toMatchObject({ failure: { code: 'refused' } })
    const bad = await tactEngine('tact-bad-lineage')
    await expect(bad.plan('01a227de-d4c8-71d0-8d30-2e543c0aaf6c', wholeFork)).rejects.toMatchObject({
      failure: { code: 'refused' }
    })
    const orphans = await tactEngine('tact-orphans')
    await expect(orphans.plan('01a22700-0000-7000-8000-00000000dead', wholeFork)).rejects.toMatchObject({
      failure: { code: 'refused' }
    })
    const future = await tactEngine('tact-future-state')
    await expect(future.plan('01a227e0-18c9-7bf3-94b0-0b9200eb2b59', wholeFork)).rejects.toMatchObject({
      failure: { code: 'checkpoint.invalid' }
    })
  })
})
