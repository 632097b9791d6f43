import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type JsonObject, toPlain } from '../../../json/json-value'
import { pictureOf } from '../../../restore/testing/test-home'
import { snapshotDigest } from '../digest'
import { sessionFile } from '../store/layout'
import { loadSnapshot } from '../store/load-session'
import { previewOpening } from '../store/opening'
import { readWal } from '../store/wal'
import { sealedKey, wrongKey } from '../test-fixtures'
import { listIn, withMember } from './document-edits'
import { parsedInExchange } from './native-target'
import { change, engineOn, failureOf, undo, withoutLog } from './testing/made-engine'
import { editSession, logOf, logText, openStore, sampleSnapshot, unwrap, withName } from './testing/made-store'
import { write } from './write-part'

const barometer = 'barometer-7f3a1c'
const snapshotIn = (root: string, id: string, key: Buffer | null = null) =>
  unwrap(loadSnapshot(root, id, key))?.snapshot as JsonObject

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
