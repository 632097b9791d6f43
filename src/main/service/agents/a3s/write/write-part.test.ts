import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type JsonObject, toPlain } from '../../../json/json-value'
import { pictureOf } from '../../../restore/testing/test-home'
import { snapshotDigest } from '../digest'
import { leaseFile, sessionFile, walFile } from '../store/layout'
import { readWriterLease } from '../store/lease'
import { listSessions } from '../store/list-sessions'
import { loadSnapshot } from '../store/load-session'
import { previewOpening } from '../store/opening'
import { readWal } from '../store/wal'
import { sealedKey, wrongKey } from '../test-fixtures'
import { validateSnapshot } from '../validation/validate-snapshot'
import { listIn, withMember } from './document-edits'
import { parsedInExchange } from './native-target'
import { change, engineOn, failureOf, quietly, undo, withoutLog } from './testing/made-engine'
import {
  editSession,
  logOf,
  logText,
  openStore,
  sampleSnapshot,
  sessionOf,
  unwrap,
  withName
} from './testing/made-store'
import { write } from './write-part'

const barometer = 'barometer-7f3a1c'
const snapshotIn = (root: string, id: string, key: Buffer | null = null) =>
  unwrap(loadSnapshot(root, id, key))?.snapshot as JsonObject
const messagesIn = (root: string, id: string) => listIn(sessionOf(snapshotIn(root, id)), 'messages').length

describe('a kept session', () => {
  it('a3s-36 is put back byte for byte with its two log lines, and the undo brings the other generation back', async () => {
    const place = engineOn('weather')
    const kept = await write.capture(place.source, barometer, place.reading)
    const original = readFileSync(sessionFile(place.root, barometer))
    const store = await openStore(place.root)
    unwrap(await store.saveSnapshot(withName(snapshotIn(place.root, barometer), 'Changed')))
    const changed = pictureOf(place.root)
    const lines = logOf(place.root).length
    place.keep(kept)
    // The sample has a subagent that has not ended.
    const running = { running: 'replace' }
    const { plan, result } = await change(place, barometer, { kind: 'restore', checkpoint: 'kept' }, running)
    expect(plan.conflicts.map(({ id }) => id)).toEqual(['running'])
    expect([result.state, result.verified]).toEqual(['done', true])
    expect(plan.steps.filter((step) => step.action !== 'keep').map((step) => step.action)).toEqual(['replace'])
    expect(readFileSync(sessionFile(place.root, barometer))).toEqual(original)
    const next = Number(logOf(place.root).at(-1)?.split(' ')[0])
    expect(logOf(place.root).slice(lines)).toEqual([`${next} intent ${barometer}`, `${next} committed ${barometer}`])
    expect(logText(place.root)).toContain(snapshotDigest(snapshotIn(place.root, barometer)))
    expect((await undo(place, result.operationId)).state).toBe('done')
    expect(withoutLog(pictureOf(place.root))).toEqual(withoutLog(changed))
    expect(logOf(place.root)).toHaveLength(lines + 4)
    expect(previewOpening(place.root, 'strict', null).ok).toBe(true)
  })

  it('comes back when the agent has lost it, and one of an older layout with all its files', async () => {
    for (const [store, id] of [
      ['weather', barometer],
      ['legacy', 'legacy-notes'],
      ['legacy', 'bare-v1']
    ] as const) {
      const place = engineOn(store)
      const before = pictureOf(place.root)
      const digest = snapshotDigest(snapshotIn(place.root, id))
      place.keep(await write.capture(place.source, id, place.reading))
      unwrap(await (await openStore(place.root)).delete(id))
      expect(unwrap(loadSnapshot(place.root, id, null))).toBeNull()
      const { result } = await change(place, id, { kind: 'restore', checkpoint: 'kept' })
      expect([id, result.state]).toEqual([id, 'done'])
      expect(snapshotDigest(snapshotIn(place.root, id))).toBe(digest)
      const contents = (picture: Record<string, string>) =>
        Object.entries(withoutLog(picture)).flatMap(([path, what]) =>
          what.startsWith('file') ? [`${path} ${what.split(' ')[2]}`] : []
        )
      expect(contents(pictureOf(place.root))).toEqual(expect.arrayContaining(contents(before)))
    }
  })

  it('a3s-42 of a sealed store stays ciphertext, and needs its key', async () => {
    const place = engineOn('sealed', sealedKey)
    const kept = await write.capture(place.source, 'sealed-one', place.reading)
    const original = readFileSync(sessionFile(place.root, 'sealed-one'))
    const store = await openStore(place.root, { key: sealedKey })
    unwrap(await store.saveSnapshot(withName(snapshotIn(place.root, 'sealed-one', sealedKey), 'Changed')))
    const inside = JSON.stringify(toPlain(snapshotIn(place.root, 'sealed-one', sealedKey)))
    const secrets = ['Changed', ...(inside.match(/[A-Z][a-z]+ [a-z]+ [a-z]+ [a-z]+/g) ?? [])]
    expect(secrets.length).toBeGreaterThan(1)
    place.keep(kept)
    for (const key of [null, wrongKey]) {
      const reading = { ...place.reading, key }
      const restore = { kind: 'restore-kept', sessionId: 'sealed-one', parts: kept } as const
      expect((await failureOf(write.plan(place.source, restore, reading))).code).toBe('session.sealed')
    }
    const { plan, result } = await change(place, 'sealed-one', { kind: 'restore', checkpoint: 'kept' })
    expect([plan.title, result.state]).toEqual(['Sealed session', 'done'])
    await change(place, 'sealed-one', { kind: 'fork', checkpoint: null, entry: null, workspace: null })
    await change(place, 'sealed-two', { kind: 'delete' })
    expect(readFileSync(sessionFile(place.root, 'sealed-one'))).toEqual(original)
    expect(filesHolding(join(place.reading.scratch, '..'), [sealedKey, sealedKey.toString('hex'), ...secrets])).toEqual(
      []
    )
    expect(logText(place.root)).toContain(snapshotDigest(snapshotIn(place.root, 'sealed-one', sealedKey)))
  })

  it('is put back over a damaged file, and the undo brings the damaged bytes back', async () => {
    const place = engineOn('weather')
    place.keep(await write.capture(place.source, barometer, place.reading))
    writeFileSync(sessionFile(place.root, barometer), '{"schema_version": 1, "sess')
    const { result } = await change(place, barometer, { kind: 'restore', checkpoint: 'kept' })
    expect([result.state, snapshotIn(place.root, barometer) !== undefined]).toEqual(['done', true])
    expect((await undo(place, result.operationId)).state).toBe('done')
    expect(readFileSync(sessionFile(place.root, barometer), 'utf8')).toBe('{"schema_version": 1, "sess')
  })

  it('is refused when a3s would not resume it, and says which rule', async () => {
    for (const [store, id, why] of [
      ['invariants', 'inv-run-owner', 'belongs to session'],
      ['corrupt', 'unknown-block', 'unknown variant `video`'],
      ['corrupt', 'version-3', 'schema version 3']
    ] as const) {
      const place = engineOn(store)
      place.keep(await write.capture(place.source, id, place.reading))
      const failure = await failureOf(change(place, id, { kind: 'restore', checkpoint: 'kept' }))
      expect(failure.code).toBe('checkpoint.invalid')
      expect(failure.message).toContain(why)
    }
  })

  it('a3s-46 with a durable source goes back under its own id, with a word about its effect log', async () => {
    const place = engineOn('weather')
    place.keep(await write.capture(place.source, 'goal-v2', place.reading))
    const digest = snapshotDigest(snapshotIn(place.root, 'goal-v2'))
    rmSync(sessionFile(place.root, 'goal-v2'))
    const { plan, result } = await change(place, 'goal-v2', { kind: 'restore', checkpoint: 'kept' })
    expect(plan.notes.join()).toContain('effect log')
    expect([result.state, snapshotDigest(snapshotIn(place.root, 'goal-v2'))]).toEqual(['done', digest])
  })

  it('shows checkpoints of its runs, and puts them back only when asked to', async () => {
    const place = engineOn('weather')
    const kept = await write.capture(place.source, 'migration-half-done', place.reading)
    const checkpoints = kept.filter((part) => part.what === 'checkpoint')
    expect(checkpoints.length).toBeGreaterThan(1)
    place.keep(kept)
    for (const { path } of checkpoints) rmSync(path)
    rmSync(sessionFile(place.root, 'migration-half-done'))
    const without = await change(place, 'migration-half-done', { kind: 'restore', checkpoint: 'kept' })
    expect(without.plan.conflicts.map(({ id }) => id)).toEqual(['checkpoints'])
    expect(without.result.state).toBe('done')
    expect(checkpoints.some(({ path }) => existsSync(path))).toBe(false)
    const choices = { running: 'replace', checkpoints: 'replace' }
    const withThem = await change(place, 'migration-half-done', { kind: 'restore', checkpoint: 'kept' }, choices)
    expect(withThem.result.state).toBe('done')
    for (const { path, content } of checkpoints)
      expect(Buffer.compare(readFileSync(path), content ?? Buffer.of())).toBe(0)
  })
})

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

describe('fork', () => {
  it('a3s-28 makes a session of its own that the agent would resume, and the undo removes it', async () => {
    const place = engineOn('weather')
    const before = pictureOf(place.root)
    const { plan, result } = await change(place, barometer, {
      kind: 'fork',
      checkpoint: null,
      entry: null,
      workspace: '/home/dev/elsewhere'
    })
    expect(result.state).toBe('done')
    // The fixtures have a first fork already.
    const id = `${barometer}-fork-1`
    const fork = snapshotIn(place.root, id)
    expect(validateSnapshot(fork, id)).toEqual([])
    expect((sessionOf(fork).get('config') as JsonObject).get('workspace')).toBe('/home/dev/elsewhere')
    expect(messagesIn(place.root, id)).toBe(messagesIn(place.root, barometer))
    expect(plan.notes.join()).toContain(`a3s code resume ${id}`)
    await undo(place, result.operationId)
    expect(withoutLog(pictureOf(place.root))).toEqual(withoutLog(before))
  })

  it('a3s-9 gives a session whose id leaves no room for more a name that does', async () => {
    const place = engineOn('wal-empty')
    const id = 'x'.repeat(160)
    unwrap(await (await openStore(place.root)).saveSnapshot(sampleSnapshot(id)))
    const { plan, result } = await change(place, id, { kind: 'fork', checkpoint: null, entry: null, workspace: null })
    expect([result.state, plan.notes[0]]).toEqual(['done', expect.stringMatching(/resume fork-[0-9a-f]{16}-1$/)])
  })

  it('a3s-47 refuses a session with a durable source, a checkpoint, and one that breaks a rule', async () => {
    const place = engineOn('weather')
    const fork = { kind: 'fork', checkpoint: null, entry: null, workspace: null } as const
    expect((await failureOf(change(place, 'goal-v2', fork))).message).toContain('durable session fork')
    expect((await failureOf(change(place, barometer, { ...fork, checkpoint: 'run-migration-1' }))).code).toBe('refused')
    const broken = engineOn('invariants')
    expect((await failureOf(change(broken, 'inv-run-owner', fork))).message).toContain('belongs to session')
  })
})

describe('delete', () => {
  it('a3s-7 removes what the agent would remove, leaves checkpoints, and the undo brings all of it back', async () => {
    for (const [store, id] of [
      ['weather', 'migration-half-done'],
      ['legacy', 'legacy-notes'],
      ['legacy', 'bare-v1'],
      ['migrated', 'migrated-notes'],
      ['corrupt', 'truncated']
    ] as const) {
      const place = engineOn(store)
      const [name = ''] = store === 'migrated' ? (await openStore(place.root)).list() : [id]
      const before = pictureOf(place.root)
      const theirs = engineOn(store)
      unwrap(await (await openStore(theirs.root)).delete(name))
      const { result } = await change(
        place,
        name,
        { kind: 'delete' },
        store === 'weather' ? { running: 'replace' } : {}
      )
      expect([name, result.state]).toEqual([name, 'done'])
      const files = (root: string) =>
        Object.keys(pictureOf(root)).filter((path) => !path.endsWith('/') && !path.startsWith('v1/wal'))
      expect(files(place.root)).toEqual(files(theirs.root))
      expect((await undo(place, result.operationId)).state).toBe('done')
      const contents = (picture: Record<string, string>) =>
        Object.entries(withoutLog(picture)).map(([path, what]) => `${path} ${what.split(' ')[2]}`)
      expect(contents(pictureOf(place.root))).toEqual(contents(before))
    }
  })
})

describe('delete in a store that a3s does not open', () => {
  it('removes the session that keeps it closed, and one beside a damaged log, and leaves the log as it is', async () => {
    for (const [store, opens] of [
      ['wal-open-intent-corrupt-session', true],
      ['wal-torn', false]
    ] as const) {
      const place = engineOn(store)
      const ids = listSessions(place.root, null)
      const id = ids.find((each) => !loadSnapshot(place.root, each, null).ok) ?? ids[0] ?? ''
      const log = readFileSync(walFile(place.root))
      const { result } = await change(place, id, { kind: 'delete' })
      expect([store, result.state, existsSync(sessionFile(place.root, id))]).toEqual([store, 'done', false])
      expect(readFileSync(walFile(place.root))).toEqual(log)
      expect(previewOpening(place.root, 'strict', null).ok).toBe(opens)
      expect((await undo(place, result.operationId)).state).toBe('done')
      expect(previewOpening(place.root, 'strict', null).ok).toBe(false)
    }
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

describe('migrate', () => {
  it('a3s-14 makes one generation with the same digest, keeps the old files, and can be undone', async () => {
    const place = engineOn('legacy')
    const digest = snapshotDigest(snapshotIn(place.root, 'legacy-notes'))
    const before = pictureOf(place.root)
    const { result } = await change(place, 'legacy-notes', { kind: 'migrate' })
    expect(result.state).toBe('done')
    expect(unwrap(loadSnapshot(place.root, 'legacy-notes', null))?.form).toBe('envelope')
    expect(snapshotDigest(snapshotIn(place.root, 'legacy-notes'))).toBe(digest)
    expect(pictureOf(place.root)).toMatchObject(withoutLog(before))
    expect((await failureOf(change(place, 'legacy-notes', { kind: 'migrate' }))).code).toBe('refused')
    await undo(place, result.operationId)
    expect(unwrap(loadSnapshot(place.root, 'legacy-notes', null))?.form).toBe('bare')
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

describe('a session of many megabytes', () => {
  it('goes back with the digest that the plan computed, and the undo with the digest of what was there', async () => {
    const place = engineOn('wal-empty')
    const store = await openStore(place.root)
    const large = (name: string) => {
      const snapshot = withName(sampleSnapshot('large'), name)
      return editSession(snapshot, (session) => {
        const messages = listIn(session, 'messages')
        return withMember(session, 'messages', Array.from({ length: 400 }, () => messages).flat())
      })
    }
    const first = unwrap(await store.saveSnapshot(large('first')))
    place.keep(await write.capture(place.source, 'large', place.reading))
    const second = unwrap(await store.saveSnapshot(large('second')))
    expect(readFileSync(sessionFile(place.root, 'large')).length).toBeGreaterThan(parsedInExchange)
    const digestsOf = () => unwrap(readWal(place.root)).entries.map((entry) => entry.snapshotDigest)
    const { result } = await change(place, 'large', { kind: 'restore', checkpoint: 'kept' }, { running: 'replace' })
    expect([result.state, ...digestsOf().slice(-2)]).toEqual(['done', first, first])
    await undo(place, result.operationId)
    expect(digestsOf().slice(-2)).toEqual([second, second])
    const journal = pictureOf(place.reading.scratch.replace(/scratch$/, 'journal'))
    const [name = ''] = Object.keys(journal).filter((path) => path.endsWith('.jsonl'))
    const text = readFileSync(join(place.reading.scratch, '..', 'journal', name), 'utf8')
    expect(text).toContain(first)
    expect(text).toContain(second)
  })
})

/** Files below a folder that hold one of these, as it is or compressed. */
function filesHolding(folder: string, needles: readonly (Buffer | string)[]): readonly string[] {
  return Object.keys(pictureOf(folder)).filter((path) => {
    if (path.endsWith('/')) return false
    const bytes = readFileSync(join(folder, path))
    const plain = bytes.readUInt32LE(0) === 0xfd2fb528 ? zstdDecompressSync(bytes) : bytes
    return needles.some((needle) => plain.includes(needle))
  })
}
