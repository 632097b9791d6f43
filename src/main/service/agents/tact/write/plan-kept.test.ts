import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { sha256Of } from '../../../restore/file-facts'
import { diskGateway } from '../../../restore/gateway'
import { isNative, type PlanDraft, type StepDraft } from '../../../restore/plan-draft'
import { adapter } from '../adapter'
import { holdWriter } from '../testing/hold-writer'
import { allEntries, folderFacts, readSample, removeHomes, type SampleHome, sampleHome } from '../testing/sample-home'
import { changeStore, pictureOfStore } from '../testing/store-rows'
import { tactEngine } from '../testing/tact-engine'
import { native } from './native-store'
import { write } from './write-part'

afterEach(removeHomes)

const parent = '01a227dc-1948-77e3-bb4e-a12ee0fbf44f'
const fork = '01a227de-d4c8-71d0-8d30-2e543c0aaf6c'
const failed = '01a227dd-ce8e-75f3-b00c-fcc4c80c8f2c'
const killed = '01a227e2-6923-7c90-86ab-515ed88fe047'

const keep = (home: SampleHome, session: string) => write.capture(home.source, session, home.reading)
const planKept = (home: SampleHome, sessionId: string, parts: readonly StepDraft[]) =>
  write.plan(home.source, { kind: 'restore-kept', sessionId, parts }, home.reading)

/** Carries out the one native step of a draft as the engine does. */
async function carryOut(home: SampleHome, draft: PlanDraft): Promise<void> {
  const access = { gateway: diskGateway, source: home.source, ...home.reading }
  for (const step of draft.steps.filter(isNative)) {
    const now = await native.read(step.target, access)
    await native.exchange(step.target, now === null ? null : sha256Of(now), step.content, access)
  }
}

const remove = async (home: SampleHome, session: string) =>
  carryOut(home, await write.plan(home.source, { kind: 'delete', sessionId: session }, home.reading))

describe('capture', { timeout: 90_000 }, () => {
  it.each([
    ['a closed store', 'tact', parent],
    ['a store that a kill left with a log', 'tact-wal', killed],
    ['a store that is only in its log', 'tact-wal-first', '01a227e2-89fd-7e60-982e-af99f86daed7']
  ])('tact-36 gives the rows of %s and leaves no trace', async (_what, folder, session) => {
    const home = await sampleHome(folder)
    const before = folderFacts(home.source.root)
    const [step] = await keep(home, session)
    const now = await native.read({ session }, { gateway: diskGateway, source: home.source, ...home.reading })
    expect(Buffer.compare(step?.content ?? new Uint8Array(), now ?? new Uint8Array())).toBe(0)
    expect(folderFacts(home.source.root)).toEqual(before)
  })

  it('comes from a backup that SQLite made, once for all sessions of an unchanged store', async () => {
    const home = await sampleHome('tact')
    for (const { id } of await home.sessions()) await keep(home, id)
    const backups = readdirSync(home.reading.scratch).filter((name) => /^tact-backup-.*\.sqlite3$/.test(name))
    expect(backups).toHaveLength(1)
    expect(statSync(`${home.reading.scratch}/${backups[0]}`).mode & 0o077).toBe(0)
  })

  it('tact-8 is of one moment while another process writes', async () => {
    const home = await sampleHome('tact')
    const [before] = await keep(home, parent)
    const writer = await holdWriter(home.database)
    const facts = folderFacts(home.source.root)
    const [during] = await keep(home, parent)
    expect(folderFacts(home.source.root)).toEqual(facts)
    expect(Buffer.compare(during?.content ?? new Uint8Array(), before?.content ?? new Uint8Array())).toBe(0)
    await writer.commit()
    const [after] = await keep(home, parent)
    expect(Buffer.from(after?.content ?? []).includes('changed by the writer')).toBe(true)
    await writer.kill()
  })

  it('keeps the files of a session of an older layout, and puts them back', async () => {
    const home = await tactEngine('tact-v1-only')
    const session = (await home.sessions()).find(({ ownCheckpoints }) => ownCheckpoints === 1)
    const parts = await keep(home, session?.id ?? '')
    expect(parts.map(({ what }) => what)).toEqual(['session', 'checkpoint'])
    for (const part of parts) rmSync(part.path)
    const draft = await planKept(home, session?.id ?? '', parts)
    expect(draft.steps).toEqual(parts)
    expect(draft.steps.every((step) => !isNative(step) && step.content !== null)).toBe(true)
  })

  it('tact-3 says that there is no such session, and creates nothing', async () => {
    const home = await sampleHome('tact')
    await expect(keep(home, '01a227ff-0000-7000-8000-000000000000')).rejects.toMatchObject({
      failure: { code: 'not.found' }
    })
    const missing = await sampleHome(null)
    await expect(keep(missing, parent)).rejects.toMatchObject({ failure: { code: 'source.missing' } })
    expect(existsSync(missing.source.root)).toBe(false)
  })
})

describe('a kept session', { timeout: 90_000 }, () => {
  it('comes back whole after every session was deleted, and is what tact lists and resumes', async () => {
    const home = await sampleHome('tact')
    const before = await pictureOfStore(home.database)
    const listed = await home.sessions()
    const kept = new Map<string, readonly StepDraft[]>()
    for (const { id } of listed) kept.set(id, await keep(home, id))
    for (const { id } of listed) await remove(home, id)
    expect(await home.sessions()).toEqual([])
    // Ancestors first, as the plan of a fork asks for.
    for (const { id } of listed.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      await carryOut(home, await planKept(home, id, kept.get(id) ?? []))
      expect(await write.verify(home.source, id, [home.database], home.reading), id).toEqual([])
    }
    expect(await pictureOfStore(home.database)).toEqual(before)
    expect((await home.sessions()).map(({ id, resumable }) => [id, resumable])).toEqual(
      listed.map(({ id, resumable }) => [id, resumable])
    )
  })

  it('comes back into a store that is gone, which is made anew', async () => {
    const home = await tactEngine('tact')
    const parts = await keep(home, failed)
    const entries = await allEntries(await home.open(failed))
    rmSync(home.source.root, { recursive: true })
    const draft = await planKept(home, failed, parts)
    expect(existsSync(home.source.root)).toBe(false)
    expect(draft.notes.join(' ')).toContain('made anew')
    await carryOut(home, draft)
    expect(await allEntries(await home.open(failed))).toEqual(entries)
    expect((await home.sessions()).map(({ id, resumable }) => [id, resumable])).toEqual([[failed, true]])
  })

  it('gets new event numbers in the same order where others have its own by now', async () => {
    const home = await sampleHome('tact')
    const parts = await keep(home, failed)
    await remove(home, failed)
    const other = await sampleHome('tact-old-version')
    changeStore(
      other.database,
      (database) =>
        void database.exec('UPDATE events SET event_id = -event_id; UPDATE events SET event_id = 100 - event_id')
    )
    const draft = await planKept(other, failed, parts)
    expect(draft.notes.join(' ')).toContain('new numbers, in the same order')
    await carryOut(other, draft)
    const copies = await Promise.all(
      [other, await sampleHome('tact')].map(async (each) => allEntries(await each.open(failed)))
    )
    const texts = copies.map((entries) => entries.map(({ kind, text, at }) => [kind, text, at]))
    expect(texts[0]).toEqual(texts[1])
    expect((await other.sessions()).find(({ id }) => id === failed)?.resumable).toBe(true)
  })

  it('tact-38 of a parent that had not reached the place of its fork is a conflict that keeps', async () => {
    const home = await sampleHome('tact')
    const [first] = (await allEntries(await home.open(parent))).filter(({ kind }) => kind === 'user')
    const shorter = await write.plan(
      home.source,
      { kind: 'restore-to-entry', sessionId: parent, entry: first?.id ?? '' },
      home.reading
    )
    const draft = await planKept(home, parent, shorter.steps)
    expect(draft.conflicts).toMatchObject([
      { id: 'children', default: 'keep', leavesOut: { keep: ['session'], write: [] } }
    ])
    expect(draft.conflicts[0]?.what).toContain(fork)
    expect((await planKept(home, parent, await keep(home, parent))).conflicts).toEqual([])
  })

  it('tact-18 of a fork whose parent is gone is a conflict that names it', async () => {
    const home = await sampleHome('tact')
    const parts = await keep(home, fork)
    await remove(home, fork)
    await remove(home, parent)
    const draft = await planKept(home, fork, parts)
    expect(draft.conflicts).toMatchObject([{ id: 'refused-by-tact', default: 'keep' }])
    expect(draft.conflicts[0]?.what).toContain(parent)
  })

  it.each([
    ['tact-bad-record', '01a227e1-0004-70b1-972c-6940db97c8a7', 'tact.record.unreadable'],
    ['tact-bad-record', '01a227e0-18c9-7bf3-94b0-0b9200eb2b59', 'tact.record.schema'],
    ['tact-lineage-cycle', fork, 'tact.lineage.cycle']
  ])('of %s is not written by default when tact would refuse it', async (folder, session, code) => {
    const home = await sampleHome(folder)
    const draft = await planKept(home, session, await keep(home, session))
    expect(draft.conflicts.map(({ id }) => id)).toContain('refused-by-tact')
    const problems = await write.verify(home.source, session, [home.database], home.reading)
    expect(problems.map((finding) => [finding.code, finding.severity])).toContainEqual([code, 'problem'])
  })

  it('gets back the quotes without which the list of tact fails', async () => {
    const home = await sampleHome('tact-unquoted-effort')
    const session = '01a227e1-0004-70b1-972c-6940db97c8a7'
    const unquoted = (await home.scan())
      .flatMap(({ findings }) => findings)
      .find(({ code }) => code === 'tact.session.unquoted')
    const id = unquoted?.where ?? session
    expect((await write.verify(home.source, id, [home.database], home.reading)).map(({ code }) => code)).toEqual([
      'tact.session.unquoted'
    ])
    const draft = await planKept(home, id, await keep(home, id))
    expect(draft.notes.join(' ')).toContain('put back with them')
    await carryOut(home, draft)
    expect((await home.scan()).flatMap(({ findings }) => findings)).toEqual([])
    expect(await write.verify(home.source, id, [home.database], home.reading)).toEqual([])
  })

  it('is not taken from another session, from damaged bytes, or from a copy of a newer Reprise', async () => {
    const home = await sampleHome('tact')
    const [step] = await keep(home, failed)
    if (!step?.content) throw new Error('no step')
    await expect(planKept(home, parent, [step])).rejects.toMatchObject({ failure: { code: 'checkpoint.invalid' } })
    const cut = { ...step, content: step.content.subarray(0, step.content.length - 40) }
    await expect(planKept(home, failed, [cut])).rejects.toMatchObject({ failure: { code: 'bad.input' } })
    const newer = {
      ...step,
      content: Buffer.from(Buffer.from(step.content).toString('latin1').replace('"version":1', '"version":2'), 'latin1')
    }
    await expect(planKept(home, failed, [newer])).rejects.toMatchObject({ failure: { code: 'bad.input' } })
  })

  it('tact-1 is not put into a store of another version', async () => {
    const home = await sampleHome('tact')
    const parts = await keep(home, failed)
    const newer = await sampleHome('tact-newer')
    await expect(planKept(newer, failed, parts)).rejects.toMatchObject({ failure: { code: 'source.newer' } })
    const older = await sampleHome('tact-older')
    await expect(planKept(older, failed, parts)).rejects.toMatchObject({ failure: { code: 'source.unreadable' } })
  })
})

describe('a deletion', { timeout: 90_000 }, () => {
  it('takes events, state and session together, is asked for where forks hang on it, and is undone', async () => {
    const home = await tactEngine('tact')
    const before = await pictureOfStore(home.database)
    const asked = await home.plan(parent, { kind: 'delete' })
    expect(asked.conflicts).toMatchObject([{ id: 'children', default: 'keep' }])
    await expect(home.apply(asked)).rejects.toMatchObject({ failure: { code: 'refused' } })
    const rows = readSample<{ id: string; rows: number }[]>('expected.json').find(({ id }) => id === failed)?.rows ?? 0
    const plan = await home.plan(failed, { kind: 'delete' })
    expect(plan).toMatchObject({ conflicts: [], steps: [{ action: 'remove', what: 'rows' }] })
    const { operationId } = await home.apply(plan)
    expect(await adapter.checkpoints(home.source, failed, home.reading)).toEqual([])
    await expect(home.open(failed)).rejects.toMatchObject({ failure: { code: 'not.found' } })
    const after = await pictureOfStore(home.database)
    expect(Object.keys(before).length - Object.keys(after).length).toBe(rows + 2)
    await home.undo(operationId)
    expect(await pictureOfStore(home.database)).toEqual(before)
  })

  it('takes a resume state that is alone', async () => {
    const home = await tactEngine('tact-orphans')
    const id = '01a22700-0000-7000-8000-00000000dead'
    const { operationId } = await home.apply(await home.plan(id, { kind: 'delete' }))
    expect((await home.sessions()).map((session) => session.id)).not.toContain(id)
    await home.undo(operationId)
    expect((await home.sessions()).map((session) => session.id)).toContain(id)
  })
})
