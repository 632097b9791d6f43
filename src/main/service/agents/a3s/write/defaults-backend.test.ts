import { describe, expect, it } from 'vitest'
import { fromPlain, type JsonObject, type JsonValue, toPlain } from '../../../json/json-value'
import { type Answer, answer } from '../store/answer'
import { type FragmentKind, fragmentKinds } from '../store/layout'
import { SessionBackend } from './defaults-backend'
import { snapshotOfSession } from './defaults-snapshot'
import { capabilitiesOf, crateSession, crateSnapshot, loopFields } from './testing/crate-generations'
import { kindOf, unwrap } from './testing/made-store'

/** A store of somebody else's that only knows the five old calls. */
class OldBackend extends SessionBackend {
  readonly sessions = new Map<string, JsonObject>()
  async save(session: JsonObject): Promise<Answer<null>> {
    this.sessions.set(session.get('id') as string, session)
    return answer(null)
  }
  async load(id: string): Promise<Answer<JsonObject | null>> {
    return answer(this.sessions.get(id) ?? null)
  }
  async delete(id: string): Promise<Answer<null>> {
    this.sessions.delete(id)
    return answer(null)
  }
  async list(): Promise<Answer<readonly string[]>> {
    return answer([...this.sessions.keys()])
  }
  async exists(id: string): Promise<Answer<boolean>> {
    return answer(this.sessions.has(id))
  }
}

/** One that keeps parts as well. */
class PartsBackend extends OldBackend {
  readonly parts = new Map<string, JsonValue>()
  override async saveFragment(kind: FragmentKind, id: string, value: JsonValue): Promise<Answer<null>> {
    this.parts.set(`${kind}/${id}`, value)
    return answer(null)
  }
  override async loadFragment(kind: FragmentKind, id: string): Promise<Answer<JsonValue | null>> {
    return answer(this.parts.get(`${kind}/${id}`) ?? null)
  }
}

const bare = () => crateSession('just-started')

describe('SessionBackend', () => {
  it('a3s-29 a3s-53 is called unknown, can do nothing that it does not say, and is healthy', async () => {
    const store = new OldBackend()
    const { backend, ...flags } = capabilitiesOf(store)
    expect(backend).toBe('unknown')
    expect(Object.keys(flags)).toHaveLength(7)
    expect(Object.values(flags).every((value) => value === false)).toBe(true)
    expect(unwrap(await store.health())).toEqual({ backend: 'unknown' })
  })

  it('a3s-16 refuses a whole generation and writes nothing', async () => {
    const store = new OldBackend()
    expect(await store.saveSnapshot(crateSnapshot())).toMatchObject({
      ok: false,
      kind: 'unsupported',
      error: "session store 'unknown' does not support atomic session snapshots"
    })
    expect(store.sessions.size).toBe(0)
  })

  it('a3s-53 saves without a digest what fits a plain save, and refuses a comparison and what would lose parts', async () => {
    const store = new OldBackend()
    const alone = snapshotOfSession(bare())
    expect(kindOf(await store.compareAndSwap(alone, `sha256:${'0'.repeat(64)}`))).toBe('unsupported')
    expect(kindOf(await store.compareAndSwap(crateSnapshot(), null))).toBe('unsupported')
    expect(store.sessions.size).toBe(0)
    expect(unwrap(await store.compareAndSwap(alone, null))).toBe(true)
    expect(unwrap(await store.load('just-started'))).toEqual(bare())
  })

  it('a3s-53 has no lease to acquire and nothing to watch', async () => {
    const store = new OldBackend()
    expect(kindOf(await store.acquireLease('me'))).toBe('unsupported')
    expect(unwrap(await store.currentLease())).toBeNull()
    expect(kindOf(store.watch())).toBe('unsupported')
  })

  it('a3s-53 assembles a whole load from the parts that it has', async () => {
    const store = new PartsBackend()
    const whole = crateSnapshot()
    await store.save(whole.get('session') as JsonObject)
    await store.saveFragment('runs', 'barometer-7f3a1c', whole.get('run_records') ?? [])
    const manifest = { artifacts: toPlain(whole.get('artifacts') ?? []), retained_uris: ['a3s://x'] }
    await store.saveFragment('artifacts', 'barometer-7f3a1c', fromPlain(manifest))
    const found = unwrap(await store.loadSnapshot('barometer-7f3a1c')) as JsonObject
    expect(found.get('run_records')).toEqual(whole.get('run_records'))
    expect(toPlain(found)).toMatchObject({
      schema_version: 1,
      artifacts: manifest.artifacts,
      retained_artifact_uris: ['a3s://x'],
      trace_events: []
    })
    expect(unwrap(await store.loadSnapshot('nobody'))).toBeNull()
    await store.save(crateSession('goal-v2'))
    expect(kindOf(await store.loadSnapshot('goal-v2'))).toBe('schema-version')
  })

  it('a3s-53 takes only empty parts', async () => {
    const store = new OldBackend()
    const manifest = { artifacts: [], retained_uris: [] }
    for (const kind of fragmentKinds) {
      const empty = kind === 'artifacts' ? fromPlain(manifest) : []
      const full = kind === 'artifacts' ? fromPlain({ ...manifest, retained_uris: ['a3s://x'] }) : fromPlain([{}])
      expect(kindOf(await store.saveFragment(kind, 's', empty)), kind).toBe('ok')
      expect(kindOf(await store.saveFragment(kind, 's', full)), kind).toBe('unsupported')
      expect(unwrap(await store.loadFragment(kind, 's'))).toBeNull()
    }
  })

  it('a3s-53 does nothing with checkpoints', async () => {
    const store = new OldBackend()
    const loop = fromPlain({ ...loopFields, run_id: 'r' }) as JsonObject
    expect(kindOf(await store.saveCheckpoint('loop_checkpoints', 'r', loop))).toBe('ok')
    expect(unwrap(await store.loadLoopCheckpoint('r'))).toBeNull()
    expect(unwrap(await store.loadWorkflowCheckpoint('w'))).toBeNull()
    expect(kindOf(await store.deleteCheckpoint('workflow_checkpoints', 'w'))).toBe('ok')
  })
})

describe('snapshotOfSession', () => {
  it('a3s-56 has empty parts and the version that the session needs', () => {
    expect(toPlain(snapshotOfSession(bare()))).toEqual({
      schema_version: 1,
      session: toPlain(bare()),
      artifacts: [],
      retained_artifact_uris: [],
      trace_events: [],
      run_records: [],
      verification_reports: [],
      subagent_tasks: []
    })
    expect(toPlain(snapshotOfSession(crateSession('goal-v2')))).toMatchObject({ schema_version: 2 })
  })
})
