import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pictureOf } from '../../../restore/testing/test-home'
import { leaseFile, walFile } from '../store/layout'
import { readWriterLease } from '../store/lease'
import { listSessions } from '../store/list-sessions'
import { previewOpening } from '../store/opening'
import { change, engineOn, failureOf, quietly, undo } from './testing/made-engine'
import { openStore, unwrap } from './testing/made-store'
import { write } from './write-part'

const barometer = 'barometer-7f3a1c'

describe('planning and keeping', () => {
  it('writes nothing into a store, not even where the lock file is missing', async () => {
    for (const [store, id] of [
      ['weather', barometer],
      ['legacy', 'legacy-notes']
    ] as const) {
      const place = engineOn(store)
      rmSync(join(place.root, 'v1', 'wal'), { recursive: true, force: true })
      const before = pictureOf(place.root)
      place.keep(await write.capture(place.source, id, place.reading))
      const session = { source: place.source.id, id }
      const requests = [
        { kind: 'restore', session, checkpoint: 'kept' },
        { kind: 'restore-to-entry', session, entry: 'm0' },
        { kind: 'fork', session, checkpoint: null, entry: null, workspace: null },
        { kind: 'delete', session },
        { kind: 'migrate', session },
        { kind: 'collect', session }
      ] as const
      const made = await Promise.allSettled(requests.map((request) => place.engine.makePlan(request)))
      expect(made.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(3)
      expect(pictureOf(place.root)).toEqual(before)
    }
  })
})

describe('a lease of somebody else', () => {
  it('a3s-57 stops every change until the person agrees to take over from the holder that is named', async () => {
    const place = engineOn('lease')
    const [id = ''] = (await openStore(place.root)).list()
    const before = pictureOf(place.root)
    const session = { source: place.source.id, id }
    const plan = await place.engine.makePlan({ kind: 'fork', session, checkpoint: null, entry: null, workspace: null })
    expect(plan.conflicts).toMatchObject([{ id: 'lease', default: 'keep' }])
    expect(plan.conflicts[0]?.what).toContain('desk-17:4821')
    const kept = await failureOf(place.engine.apply(plan.planId, plan.digest, {}, quietly))
    expect(kept.message).toContain('nothing would be changed')
    expect(pictureOf(place.root)).toEqual(before)
    const taken = await change(
      place,
      id,
      { kind: 'fork', checkpoint: null, entry: null, workspace: null },
      { lease: 'take-over' }
    )
    expect(taken.result.state).toBe('done')
    const lease = unwrap(readWriterLease(place.root, null))
    expect([lease?.epoch, lease?.holderId.startsWith('reprise-')]).toEqual([2n, true])
    // Ours from now on: no second question, no further epoch, and the undo works.
    expect((await undo(place, taken.result.operationId)).state).toBe('done')
    const next = await change(place, id, { kind: 'delete' })
    expect([next.plan.conflicts, next.result.state]).toEqual([[], 'done'])
    expect(unwrap(readWriterLease(place.root, null))?.epoch).toBe(2n)
  })

  it('a3s-57 is not taken over when it went to yet another one after the plan was made', async () => {
    const place = engineOn('lease')
    const [id = ''] = (await openStore(place.root)).list()
    const session = { source: place.source.id, id }
    const plan = await place.engine.makePlan({ kind: 'fork', session, checkpoint: null, entry: null, workspace: null })
    const other = await openStore(place.root)
    unwrap(await other.acquireLease('laptop-3:77'))
    const before = pictureOf(place.root)
    const applied = place.engine.apply(plan.planId, plan.digest, { lease: 'take-over' }, quietly)
    const said = await applied.then(
      (result) => `${result.state} ${JSON.stringify(result.results)}`,
      (error) => JSON.stringify(error.failure)
    )
    expect(said).toContain('laptop-3:77')
    expect(pictureOf(place.root)).toEqual(before)
  })

  it('refuses a store whose lease file is damaged', async () => {
    const place = engineOn('lease')
    writeFileSync(leaseFile(place.root), '{"schema": 1}')
    const [id = ''] = (await openStore(place.root)).list()
    const failure = await failureOf(change(place, id, { kind: 'delete' }))
    expect([failure.code, failure.data?.kind]).toEqual(['refused', 'lease-file-invalid'])
  })
})

describe('a log that is damaged after the plan was made', () => {
  it('A7 takes the change back, and the store is as it was', async () => {
    const place = engineOn('wal-empty')
    const [id = ''] = listSessions(place.root, null)
    const session = { source: place.source.id, id }
    const plan = await place.engine.makePlan({ kind: 'fork', session, checkpoint: null, entry: null, workspace: null })
    writeFileSync(walFile(place.root), '{"torn')
    const before = pictureOf(place.root)
    const said = await place.engine.apply(plan.planId, plan.digest, {}, quietly).then(
      (result) => `${result.state}: ${JSON.stringify(result)}`,
      (error) => `${error.failure.code}: ${error.failure.message}`
    )
    expect(said).toMatch(/^(rolled-back|verify\.failed)/)
    expect(said).toContain('WAL line')
    expect(pictureOf(place.root)).toEqual(before)
  })
})

describe('a store that cannot take a commit', () => {
  it('is left as it is, with the reason', async () => {
    for (const [store, kind] of [
      ['wal-torn', 'wal-line-unreadable'],
      ['wal-conflict', 'wal-sequence-conflict'],
      ['wal-entry-digest', 'wal-entry-digest'],
      ['wal-open-intent-corrupt-session', 'not-json']
    ] as const) {
      const place = engineOn(store)
      const id = JSON.parse(readFileSync(walFile(place.root), 'utf8').split('\n')[0] ?? '').sessionId
      const before = pictureOf(place.root)
      const failure = await failureOf(
        change(place, id, { kind: 'fork', checkpoint: null, entry: null, workspace: null })
      )
      expect([store, failure.data?.kind]).toEqual([store, kind])
      expect(pictureOf(place.root)).toEqual(before)
    }
  })

  it('gets the line feed that its log lacks, so that it still opens afterwards', async () => {
    const place = engineOn('wal-no-final-newline')
    const id = JSON.parse(readFileSync(walFile(place.root), 'utf8').split('\n')[0] ?? '').sessionId
    const { result } = await change(place, id, { kind: 'fork', checkpoint: null, entry: null, workspace: null })
    expect(result.state).toBe('done')
    const opening = unwrap(previewOpening(place.root, 'strict', null))
    expect([opening.nextSaveBreaksLog, opening.leftOpen.length]).toEqual([false, 0])
  })
})
