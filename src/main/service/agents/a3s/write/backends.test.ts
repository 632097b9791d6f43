import { describe, expect, it } from 'vitest'
import { fromPlain, JsonNumber, type JsonObject, type JsonValue, toPlain } from '../../../json/json-value'
import { snapshotDigest } from '../digest'
import { ArtifactStore } from '../store/artifact-store'
import { temporaryFolder } from '../test-fixtures'
import type { SessionBackend } from './defaults-backend'
import { snapshotOfSession } from './defaults-snapshot'
import { withMember } from './document-edits'
import { FileBackend } from './file-backend'
import { MemorySessionStore } from './memory-store'
import { crateSession, crateSnapshot, listedParts, loopFields, outcomeRows, renamed } from './testing/crate-generations'
import { plainly, unwrap } from './testing/made-store'

const kinds: readonly (readonly [string, () => Promise<SessionBackend>])[] = [
  ['file', async () => unwrap(await FileBackend.open(temporaryFolder(), 'strict', plainly))],
  ['memory', async () => new MemorySessionStore()]
]
const listKinds = Object.keys(listedParts) as (keyof typeof listedParts)[]
const sessionOf = (of: JsonObject) => of.get('session') as JsonObject

describe.each(kinds)('a store of kind %s', (name, make) => {
  it('a3s-1 a3s-7 saves and loads a bare session, overwrites it, and knows when it is absent', async () => {
    const store = await make()
    const bare = crateSession('old-policy')
    expect(unwrap(await store.load('old-policy'))).toBeNull()
    expect([unwrap(await store.exists('old-policy')), unwrap(await store.list())]).toEqual([false, []])
    expect((await store.save(bare)).ok).toBe(true)
    expect(unwrap(await store.load('old-policy'))).toEqual(bare)
    const messages = [...(bare.get('messages') as readonly JsonValue[]), fromPlain({ role: 'user', content: [] })]
    const later = withMember(withMember(bare, 'messages', messages), 'updated_at', new JsonNumber('1796999999'))
    await store.save(later)
    await store.save(crateSession('just-started'))
    expect(unwrap(await store.load('old-policy'))).toEqual(later)
    expect(unwrap(await store.exists('old-policy'))).toBe(true)
    expect([...unwrap(await store.list())].sort()).toEqual(['just-started', 'old-policy'])
    await store.delete('old-policy')
    expect(unwrap(await store.exists('old-policy'))).toBe(false)
    expect((await store.delete('old-policy')).ok).toBe(true)
  })

  it('a3s-4 keeps parts without a session, also of an id with slashes, and deletes them', async () => {
    const store = await make()
    const whole = crateSnapshot()
    for (const kind of listKinds) {
      const list = whole.get(listedParts[kind]) ?? []
      expect((await store.saveFragment(kind, 'tenant/a', list)).ok).toBe(true)
      expect(unwrap(await store.loadFragment(kind, 'tenant/a'))).toEqual(list)
    }
    const manifest = fromPlain({ artifacts: toPlain(whole.get('artifacts') ?? []) })
    expect((await store.saveFragment('artifacts', 'tenant/a', manifest)).ok).toBe(true)
    const loaded = unwrap(await store.loadFragment('artifacts', 'tenant/a'))
    expect(Array.isArray(loaded) ? loaded : (loaded as JsonObject).get('artifacts')).toEqual(whole.get('artifacts'))
    await store.delete('tenant/a')
    for (const kind of [...listKinds, 'artifacts'] as const) {
      expect(unwrap(await store.loadFragment(kind, 'tenant/a')), kind).toBeNull()
    }
  })

  it('a3s-8 gives session data back as it was, tool names in their order', async () => {
    const store = await make()
    await store.saveSnapshot(crateSnapshot())
    const found = unwrap(await store.load('barometer-7f3a1c'))
    expect(found).toEqual(crateSession())
    expect(found?.get('tool_names')).toEqual(crateSession().get('tool_names'))
  })

  it('a3s-22 is healthy and names itself', async () => {
    expect(await (await make()).health()).toEqual({ ok: true, value: { backend: name } })
  })

  it('a3s-23 a3s-26 saves, loads and deletes checkpoints; one from the future is saved but not loaded', async () => {
    const store = await make()
    const loop = fromPlain({ ...loopFields, run_id: 'run-1', schema_version: 1 }) as JsonObject
    expect((await store.saveCheckpoint('loop_checkpoints', 'run-1', loop)).ok).toBe(true)
    expect(await store.saveCheckpoint('loop_checkpoints', 'run-2', loop)).toMatchObject({ kind: 'key-mismatch' })
    expect(unwrap(await store.loadLoopCheckpoint('run-1'))).toMatchObject({ run_id: 'run-1', turn: 0 })
    for (const _ of [1, 2]) expect((await store.deleteCheckpoint('loop_checkpoints', 'run-1')).ok).toBe(true)
    expect(unwrap(await store.loadLoopCheckpoint('run-1'))).toBeNull()
    for (const [version, ok] of [
      [2, false],
      [1, true]
    ] as const) {
      const workflow = fromPlain({ schema_version: version, workflow_id: 'w', steps: [], checkpoint_ms: 1 })
      expect((await store.saveCheckpoint('workflow_checkpoints', 'w', workflow as JsonObject)).ok).toBe(true)
      expect((await store.loadWorkflowCheckpoint('w')).ok).toBe(ok)
    }
  })

  it('a3s-30 tells a watcher once for each save, with the id and the digest', async () => {
    const store = await make()
    const heard = unwrap(store.watch())
    const digest = unwrap(await store.saveSnapshot(crateSnapshot()))
    expect(digest).toBe(snapshotDigest(crateSnapshot()))
    expect(heard.poll()).toMatchObject({
      type: 'commit',
      event: { sessionId: 'barometer-7f3a1c', snapshotDigest: digest }
    })
    expect(heard.poll()).toBeNull()
    await store.saveFragment('traces', 'other', [])
    await store.save(crateSession('old-policy'))
    await store.delete('barometer-7f3a1c')
    expect(heard.poll()).toBeNull()
  })

  it('a3s-31 keeps a pin through save and load; then collection removes exactly the one that is not pinned', async () => {
    const store = await make()
    await store.saveSnapshot(crateSnapshot())
    const artifacts = ArtifactStore.ofSnapshot(unwrap(await store.loadSnapshot('barometer-7f3a1c')) as JsonObject)
    expect(artifacts.collect()).toBe(1)
    expect(artifacts.artifacts.map((each) => each.get('artifact_uri'))).toEqual([
      'a3s://tool-output/read/1f0c',
      'a3s://tool-output/search/3b12'
    ])
  })

  it('a3s-34 compares digests as text before it replaces, in the order of the crate’s answers', async () => {
    const store = await make()
    const [first, second] = [crateSnapshot(), renamed(crateSnapshot(), 'second')]
    const digest = snapshotDigest(first)
    const tries = [
      await store.compareAndSwap(first, digest),
      await store.compareAndSwap(first, null),
      await store.compareAndSwap(second, `sha256:${'0'.repeat(64)}`),
      await store.compareAndSwap(second, digest.toUpperCase())
    ]
    expect(unwrap(await store.loadSnapshot('barometer-7f3a1c'))).toEqual(first)
    tries.push(await store.compareAndSwap(second, digest), await store.compareAndSwap(first, digest))
    const rows = outcomeRows({ operation: `save_snapshot_cas (${name})` }).filter(
      (row) => row.case !== 'cas: bare session counts'
    )
    expect(tries.map(unwrap)).toEqual(rows.map((row) => row.result.committed))
    expect(unwrap(await store.loadSnapshot('barometer-7f3a1c'))).toEqual(second)
  })

  it('a3s-46 keeps a generation that depends on its effect log, and refuses the plain save of it from then on', async () => {
    const store = await make()
    const goal = crateSnapshot('goal-v2')
    expect((await store.saveSnapshot(goal)).ok).toBe(true)
    expect(unwrap(await store.loadSnapshot('goal-v2'))).toEqual(goal)
    const session = sessionOf(goal)
    expect(await store.save(session)).toMatchObject({ kind: 'durable-source-needs-envelope' })
    const without = withMember(session, 'durable_source', null)
    expect(await store.save(without)).toMatchObject({
      kind: 'schema-version',
      error: 'unsupported session snapshot schema version 2; expected 1'
    })
    expect(unwrap(await store.loadSnapshot('goal-v2'))).toEqual(goal)
  })

  it('a3s-15 refuses a generation whose version does not fit', async () => {
    const store = await make()
    for (const version of ['0', '2', '3']) {
      const wrong = withMember(crateSnapshot(), 'schema_version', new JsonNumber(version))
      expect(await store.saveSnapshot(wrong), version).toMatchObject({ ok: false, kind: 'schema-version' })
    }
    expect(unwrap(await store.exists('barometer-7f3a1c'))).toBe(false)
  })

  it('a3s-50 a3s-56 saves a snapshot of session data alone, with empty parts and version 1', async () => {
    const store = await make()
    const alone = snapshotOfSession(crateSession('just-started'))
    expect(toPlain(alone)).toMatchObject({ schema_version: 1, artifacts: [], run_records: [], trace_events: [] })
    await store.saveSnapshot(alone)
    expect(unwrap(await store.loadSnapshot('just-started'))).toEqual(alone)
    expect(toPlain(snapshotOfSession(crateSession('goal-v2')))).toMatchObject({ schema_version: 2 })
  })

  it('a3s-6 keeps no API key', async () => {
    const store = await make()
    const config = fromPlain({ provider: 'p', model: 'm', api_key: 'sk-secret', base_url: null })
    const session = withMember(crateSession('old-policy'), 'llm_config', config)
    await store.save(session)
    await store.saveSnapshot(snapshotOfSession(withMember(session, 'id', 'second')))
    for (const id of ['old-policy', 'second']) {
      const found = JSON.stringify(toPlain(unwrap(await store.load(id)) as JsonObject))
      expect(found).toContain('"provider":"p"')
      expect(found).not.toContain('sk-secret')
    }
  })
})
