import { describe, expect, it } from 'vitest'
import { fromPlain, type JsonObject, type JsonValue, toPlain } from '../../../json/json-value'
import { snapshotOfSession } from './defaults-snapshot'
import { withMember } from './document-edits'
import { MemorySessionStore } from './memory-store'
import {
  capabilitiesOf,
  crateSession,
  crateSnapshot,
  listedParts,
  loopFields,
  outcomeRows,
  renamed
} from './testing/crate-generations'
import { unwrap } from './testing/made-store'

const listKinds = Object.keys(listedParts) as (keyof typeof listedParts)[]
const sessionOf = (of: JsonObject) => of.get('session') as JsonObject

describe('MemorySessionStore', () => {
  const rowOf = (operation: string) => outcomeRows({ case: 'memory store', operation })[0]

  async function counts(store: MemorySessionStore, id: string): Promise<Record<string, unknown>> {
    const found: Record<string, unknown> = {}
    for (const kind of [...listKinds, 'artifacts'] as const) {
      const value = unwrap(await store.loadFragment(kind, id))
      found[kind === 'artifacts' ? kind : listedParts[kind]] =
        value === null ? null : { count: (value as unknown[]).length }
    }
    return found
  }

  it('a3s-29 advertises exactly four things', async () => {
    const store = new MemorySessionStore()
    expect(capabilitiesOf(store)).toEqual(rowOf('capabilities')?.result)
    expect(Object.values(store.capabilities()).filter(Boolean)).toHaveLength(4)
  })

  it('a3s-3 replaces the whole generation, and later changes of the caller’s object do not leak in', async () => {
    const store = new MemorySessionStore()
    await store.saveSnapshot(crateSnapshot())
    const mine = snapshotOfSession(crateSession())
    await store.saveSnapshot(mine)
    const names = sessionOf(mine).get('tool_names') as string[]
    names.push('leaked')
    ;(sessionOf(mine).members as { key: string; value: JsonValue }[]).push({ key: 'model_name', value: 'leaked' })
    const found = unwrap(await store.loadSnapshot('barometer-7f3a1c')) as JsonObject
    expect(JSON.stringify(toPlain(found))).not.toContain('leaked')
    expect(found.get('run_records')).toEqual([])
    expect(found.get('session_review')).toBeUndefined()
    ;(sessionOf(found).get('tool_names') as string[]).push('leaked')
    const again = unwrap(await store.loadSnapshot('barometer-7f3a1c')) as JsonObject
    expect(JSON.stringify(toPlain(again))).not.toContain('leaked')
  })

  it('a3s-4 answers with parts of a saved snapshot, of an unknown id and of one with traces only as the crate does', async () => {
    const store = new MemorySessionStore()
    const whole = crateSnapshot()
    await store.saveSnapshot(whole)
    for (const [field, row] of Object.entries(rowOf('fragment counts of a saved snapshot')?.result ?? {})) {
      // The crate's row was made from another snapshot; the counts here are those of this one.
      expect(Object.keys(row as object)).toEqual(['count'])
      expect((await counts(store, 'barometer-7f3a1c'))[field]).toEqual({
        count: ((whole.get(field) ?? []) as readonly unknown[]).length
      })
    }
    expect(await counts(store, 'nobody')).toEqual(rowOf('fragments of an unknown id')?.result)
    const [trace] = whole.get('trace_events') as readonly JsonValue[]
    await store.saveFragment('traces', 'traces-only', [trace ?? null])
    expect(await counts(store, 'traces-only')).toEqual(rowOf('fragments of an id with traces only')?.result)
    expect({ ids: unwrap(await store.list()) }).toEqual(rowOf('list')?.result)
    expect({ exists: unwrap(await store.exists('traces-only')) }).toEqual(rowOf('exists of that id')?.result)
    expect(unwrap(await store.loadSnapshot('traces-only'))).toBeNull()
  })

  it('a3s-1 replaces only the session part in a plain save', async () => {
    const store = new MemorySessionStore()
    await store.saveSnapshot(crateSnapshot())
    const session = sessionOf(renamed(crateSnapshot(), 'New name'))
    await store.save(session)
    expect(unwrap(await store.loadSnapshot('barometer-7f3a1c'))).toEqual(
      withMember(crateSnapshot(), 'session', session)
    )
  })

  it('gives no lease, and keeps checkpoints when their session goes, as the crate’s rows say', async () => {
    const store = new MemorySessionStore()
    const { kind, error } = rowOf('acquire_writer_lease') ?? {}
    expect(await store.acquireLease('me')).toEqual({ ok: false, kind, error })
    expect({ value: unwrap(await store.currentLease()) }).toEqual(rowOf('writer_lease')?.result)
    const loop = fromPlain({ ...loopFields, run_id: 'run-1' }) as JsonObject
    await store.saveCheckpoint('loop_checkpoints', 'run-1', loop)
    await store.delete('s')
    expect({ found: unwrap(await store.loadLoopCheckpoint('run-1')) !== null }).toEqual(
      rowOf('loop checkpoint after deleting its session')?.result
    )
  })

  it('a3s-33 saves nothing that it could not tell a watcher of', async () => {
    const store = new MemorySessionStore()
    const nameless = snapshotOfSession(withMember(crateSession('just-started'), 'id', ' '))
    expect(await store.saveSnapshot(nameless)).toMatchObject({ kind: 'commit-event-invalid' })
    expect(unwrap(await store.list())).toEqual([])
  })
})
