import { afterEach, describe, expect, it } from 'vitest'
import { sha256Of } from '../../../restore/file-facts'
import { diskGateway } from '../../../restore/gateway'
import { textOf } from '../../foreign-sqlite/write/stored-value'
import { adapter } from '../adapter'
import { decodeRow } from '../record'
import { allEntries, removeHomes } from '../testing/sample-home'
import { changeStore, pictureOfStore } from '../testing/store-rows'
import { everyOther, type TactEngine, tactEngine } from '../testing/tact-engine'
import { refusals } from './acceptance'
import { native } from './native-store'
import { parseState } from './session-state'
import { columnOf } from './state-rows'

afterEach(removeHomes)

const failed = '01a227dd-ce8e-75f3-b00c-fcc4c80c8f2c'
const interrupted = '01a227e0-50fc-7660-b049-d614c59e0e23'
const complete = '01a227e1-0004-70b1-972c-6940db97c8a7'
const parent = '01a227dc-1948-77e3-bb4e-a12ee0fbf44f'
const fork = '01a227de-d4c8-71d0-8d30-2e543c0aaf6c'
const stopped = '01a227e0-9ed6-7dc0-9b3c-b630d44ef071'
const killed = '01a227e2-6923-7c90-86ab-515ed88fe047'

const resumeState = { kind: 'restore', checkpoint: 'resume-state' } as const

async function prompts(home: TactEngine, session: string): Promise<readonly string[]> {
  const entries = await allEntries(await home.open(session))
  return entries.filter(({ kind, inherited }) => kind === 'user' && !inherited).map(({ text }) => text)
}

async function entryOf(home: TactEngine, session: string, prompt: string): Promise<string> {
  const entries = await allEntries(await home.open(session))
  return entries.find(({ text }) => text === prompt)?.id ?? ''
}

describe('a restore to the resume state', { timeout: 90_000 }, () => {
  it.each([
    ['failed', failed, 2, ['Run the test suite and tell me what breaks.']],
    ['was interrupted', interrupted, 3, ['Please watch the build.', 'Run the long script.']]
  ])(
    'tact-16 cuts off the turn that %s, keeps the state of the last success, and the undo brings it back',
    async (_how, session, turns, left) => {
      const home = await tactEngine('tact')
      const before = await pictureOfStore(home.database)
      expect(await adapter.checkpoints(home.source, session, home.reading)).toMatchObject([
        { restorable: true, valid: true }
      ])
      const plan = await home.plan(session, resumeState)
      expect(plan.conflicts).toEqual([])
      expect(plan.steps[0]?.because).toContain(`${turns} turns become ${turns - 1}`)
      expect(await pictureOfStore(home.database)).toEqual(before)
      const { operationId, verified } = await home.apply(plan)
      expect(verified).toBe(true)
      expect(await prompts(home, session)).toEqual(left)
      const after = await pictureOfStore(home.database)
      expect(after[`states ${session}`]).toBe(before[`states ${session}`])
      const others = (picture: Record<string, string>) =>
        Object.entries(picture).filter(
          ([key]) => !key.includes(session) && (!key.startsWith('events') || picture[key] === after[key])
        )
      expect(others(after)).toEqual(others(before).filter(([key]) => key in after))
      expect((await home.sessions()).find(({ id }) => id === session)?.resumable).toBe(true)
      expect((await adapter.checkpoints(home.source, session, home.reading))[0]).toMatchObject({
        restorable: false,
        findings: [{ code: 'tact.checkpoint.current' }]
      })
      await home.undo(operationId)
      expect(await pictureOfStore(home.database)).toEqual(before)
    }
  )

  it('tact-16 cuts off a turn that a kill ended, of a store with a log', async () => {
    const home = await tactEngine('tact-wal')
    const before = await pictureOfStore(home.database)
    const all = await prompts(home, killed)
    const plan = await home.plan(killed, resumeState)
    const { operationId } = await home.apply(plan, everyOther(plan))
    expect(await prompts(home, killed)).toEqual(all.slice(0, 2))
    await home.undo(operationId)
    expect(await pictureOfStore(home.database)).toEqual(before)
  })

  it('sets the row of the session to what tact had then', async () => {
    const home = await tactEngine('tact')
    let expected = 0
    changeStore(home.database, (database) => {
      expected = Number(
        database
          .prepare(`SELECT json_extract(CAST(record_json AS TEXT), '$.recorded_at_unix_ms') FROM events
        WHERE session_id = ? AND event_id = 154`)
          .pluck()
          .get(failed)
      )
      const last = JSON.stringify({
        schema_version: 2,
        sequence: 90,
        recorded_at_unix_ms: 1_795_969_999_999,
        source: 'tact',
        type: 'effort.changed',
        payload: { from: 'low', to: 'max' }
      })
      database.prepare('INSERT INTO events(session_id, record_json) VALUES (?, ?)').run(failed, Buffer.from(last))
      database
        .prepare(`UPDATE sessions SET effort = '"max"', updated_at_ms = 1795969999999 WHERE session_id = ?`)
        .run(failed)
    })
    const plan = await home.plan(failed, resumeState)
    expect(plan.conflicts.map(({ code }) => code)).toEqual(['tact.restore.running'])
    await home.apply(plan, everyOther(plan))
    const row = (await home.sessions()).find(({ id }) => id === failed)
    expect(row).toMatchObject({
      effort: 'low',
      updatedAt: expected,
      preview: 'Run the test suite and tell me what breaks.'
    })
  })

  it('tact-25 does not cut off that the provider stopped the session, nor put back a state from before it by default', async () => {
    const home = await tactEngine('tact')
    const [checkpoint] = await adapter.checkpoints(home.source, stopped, home.reading)
    expect(checkpoint).toMatchObject({ restorable: false, findings: [{ code: 'tact.checkpoint.stopped' }] })
    await expect(home.plan(stopped, resumeState)).rejects.toMatchObject({ failure: { code: 'refused' } })
    const [first] = (await allEntries(await home.open(stopped))).filter(({ kind }) => kind === 'user')
    const toFirst = { kind: 'restore-to-entry', entry: first?.id ?? '' } as const
    await expect(home.plan(stopped, toFirst)).rejects.toMatchObject({ failure: { code: 'refused' } })
    const parts = (await adapter.write?.capture(home.source, stopped, home.reading)) ?? []
    changeStore(home.database, (database) => {
      database
        .prepare("DELETE FROM events WHERE session_id = ? AND instr(record_json, CAST('terminal_stop' AS BLOB)) > 0")
        .run(stopped)
    })
    const before = (await adapter.write?.capture(home.source, stopped, home.reading)) ?? []
    const access = { gateway: diskGateway, source: home.source, ...home.reading }
    const [whole, earlier] = [parts, before].map((each) => each[0]?.content ?? new Uint8Array())
    await native.exchange({ session: stopped }, sha256Of(earlier ?? new Uint8Array()), whole ?? null, access)
    const draft = await adapter.write?.plan(
      home.source,
      { kind: 'restore-kept', sessionId: stopped, parts: before },
      home.reading
    )
    expect(draft?.conflicts.map(({ id, default: keep }) => [id, keep])).toEqual([['stopped', 'keep']])
  })

  it('says that nothing has to be cut off where the last turn succeeded', async () => {
    const home = await tactEngine('tact')
    const plan = await home.plan(complete, resumeState)
    expect(plan.steps.map(({ action }) => action)).toEqual(['keep'])
    expect(plan.notes).toContain('Nothing comes after this point: the session is at it already.')
  })

  it('has nothing to go back to where no turn succeeded', async () => {
    const home = await tactEngine('tact')
    await expect(home.plan('01a227dd-e673-7583-a4a5-7086696c482f', resumeState)).rejects.toMatchObject({
      failure: { code: 'not.found' }
    })
    await expect(home.plan(failed, { kind: 'restore', checkpoint: 'another' })).rejects.toMatchObject({
      failure: { code: 'not.found' }
    })
    await expect(home.plan('01a227ff-0000-7000-8000-000000000000', resumeState)).rejects.toMatchObject({
      failure: { code: 'not.found' }
    })
  })
})

describe('a restore to an entry', { timeout: 90_000 }, () => {
  it('tact-37 is for viewing only where no state was captured, says so, and keeps everything by default', async () => {
    const home = await tactEngine('tact')
    const before = await pictureOfStore(home.database)
    const entry = await entryOf(home, interrupted, 'Please watch the build.')
    const plan = await home.plan(interrupted, { kind: 'restore-to-entry', entry })
    expect(plan.conflicts).toMatchObject([{ code: 'tact.restore.view-only', default: 'keep' }])
    expect(plan.cannot[0]).toMatchObject({ what: 'Resuming from this point' })
    expect(plan.cannot[0]?.because).toContain('View only')
    await expect(home.apply(plan)).rejects.toMatchObject({ failure: { code: 'refused' } })
    expect(await pictureOfStore(home.database)).toEqual(before)
    const { operationId } = await home.apply(plan, { 'view-only': 'write' })
    expect(await prompts(home, interrupted)).toEqual(['Please watch the build.'])
    const summary = (await home.sessions()).find(({ id }) => id === interrupted)
    expect(summary).toMatchObject({ resumable: false, ownCheckpoints: 0, state: 'ok' })
    await home.undo(operationId)
    expect(await pictureOfStore(home.database)).toEqual(before)
  })

  it('tact-37 keeps the resume state where the cut is at the turn that it is of', async () => {
    const home = await tactEngine('tact')
    const entry = await entryOf(home, interrupted, 'Run the long script.')
    const plan = await home.plan(interrupted, { kind: 'restore-to-entry', entry })
    expect(plan.conflicts).toEqual([])
    expect(plan.cannot.map(({ what }) => what)).not.toContain('Resuming from this point')
    await home.apply(plan)
    expect(await prompts(home, interrupted)).toEqual(['Please watch the build.', 'Run the long script.'])
    expect((await home.sessions()).find(({ id }) => id === interrupted)?.resumable).toBe(true)
  })

  it('ends every transcript with the whole turn of each of its prompts', async () => {
    const home = await tactEngine('tact')
    let cuts = 0
    for (const { id } of (await home.sessions()).filter((each) => each.id !== stopped)) {
      const all = await prompts(home, id)
      const entries = await allEntries(await home.open(id))
      for (const { id: entry, text, inherited } of entries.filter(({ kind }) => kind === 'user')) {
        const draft = adapter.write?.plan(home.source, { kind: 'restore-to-entry', sessionId: id, entry }, home.reading)
        if (inherited) {
          await expect(draft).rejects.toMatchObject({ failure: { code: 'refused' } })
          continue
        }
        const state = parseState((await draft)?.steps[0]?.content ?? new Uint8Array())
        const left = state.events.flatMap((row) => textOf(columnOf(state.columns, row, 'prompt_text')) ?? [])
        expect(left, id).toEqual(all.slice(0, left.length))
        expect(left, id).toContain(text)
        expect(refusals(state)).toEqual([])
        cuts += 1
      }
    }
    expect(cuts).toBeGreaterThan(25)
  })

  it('tact-38 asks before the place where a fork begins is cut off, and keeps it by default', async () => {
    const home = await tactEngine('tact')
    const before = await pictureOfStore(home.database)
    const [first] = (await allEntries(await home.open(parent))).filter(({ kind }) => kind === 'user')
    const plan = await home.plan(parent, { kind: 'restore-to-entry', entry: first?.id ?? '' })
    const children = plan.conflicts.find(({ id }) => id === 'children')
    expect(children).toMatchObject({ code: 'tact.restore.children', default: 'keep' })
    expect(children?.what).toContain(fork)
    await expect(home.apply(plan, { 'view-only': 'write' })).rejects.toMatchObject({ failure: { code: 'refused' } })
    expect(await pictureOfStore(home.database)).toEqual(before)
    const { operationId } = await home.apply(plan, everyOther(plan))
    expect((await home.open(fork)).findings.map(({ code }) => code)).toContain('tact.lineage.boundary')
    await home.undo(operationId)
    expect((await home.open(fork)).findings.map(({ code }) => code)).not.toContain('tact.lineage.boundary')
  })

  it('tact-14 leaves the highest number of a session at its end, where tact goes on counting', async () => {
    const home = await tactEngine('tact')
    const entry = await entryOf(home, interrupted, 'Run the long script.')
    await home.apply(await home.plan(interrupted, { kind: 'restore-to-entry', entry }))
    changeStore(home.database, (database) => {
      const rows = database
        .prepare('SELECT event_id AS eventId, record_json AS bytes FROM events WHERE session_id = ? ORDER BY event_id')
        .all(interrupted) as { eventId: number; bytes: Buffer }[]
      const sequences = rows.map((row) => {
        const decoded = decodeRow(row)
        return decoded.state === 'ok' ? (decoded.record.sequence ?? 0) : 0
      })
      expect(Math.max(...sequences)).toBe(sequences.at(-1))
      expect(sequences.at(-1)).toBe(101)
    })
  })
})
