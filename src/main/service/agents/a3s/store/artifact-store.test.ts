import { describe, expect, it } from 'vitest'
import { fromPlain, type JsonObject, jsonObject } from '../../../json/json-value'
import { fixtureJson, storeCopy } from '../test-fixtures'
import { manifestOf } from './artifact-manifest'
import { ArtifactStore, artifactLimits, raisedLimits } from './artifact-store'
import { loadSnapshot } from './load-session'

interface Row {
  readonly case: string
  readonly operation?: string
  readonly result: {
    readonly removed: number
    readonly after: readonly string[]
    readonly before: { readonly uris: readonly string[]; readonly bytes: number; readonly pins: readonly string[] }
  }
}

const uri = (name: string | number) => `a3s://tool-output/t/${name}`

function artifact(name: string | number, content = '0123456789'): JsonObject {
  const sizes = { original_bytes: content.length, shown_bytes: content.length }
  const named = { artifact_id: `tool-output:t:${name}`, artifact_uri: uri(name), tool_name: 't' }
  return fromPlain({ ...named, content, ...sizes }) as JsonObject
}

const urisOf = (store: ArtifactStore) => store.artifacts.map((each) => each.get('artifact_uri'))

describe('ArtifactStore', () => {
  const plenty = { count: 10, bytes: 1000 }
  const ways: Readonly<Record<string, () => ArtifactStore>> = {
    count: () => filled({ count: 2, bytes: 1000 }, 4),
    bytes: () => filled({ count: 10, bytes: 25 }, 4),
    pins: () => {
      const store = filled(plenty, 4)
      store.pin([uri(1), 'a3s://absent', ''])
      return store
    },
    replace: () => {
      const store = filled(plenty, 2)
      store.put(artifact(0, 'new'))
      return store
    }
  }

  function filled(limits: { count: number; bytes: number }, many: number): ArtifactStore {
    const store = new ArtifactStore(limits)
    for (let number = 0; number < many; number++) store.put(artifact(number))
    return store
  }

  const rows = fixtureJson<readonly Row[]>('outcomes-a3s.json').filter(
    (row) => row.operation === 'put, pin and collect'
  )

  it.each(rows.map((row) => [row.case.slice('artifacts: '.length), row] as const))(
    'a3s-32 puts, pins and collects by %s as the crate does',
    (way, row) => {
      const store = ways[way]?.() ?? new ArtifactStore()
      const before = { uris: urisOf(store), bytes: store.bytes, pins: store.pins.filter((pin) => pin !== '') }
      expect({ before, removed: store.collect(), after: urisOf(store) }).toEqual(row.result)
    }
  )

  it('a3s-32 gives what was put, and counts bytes of UTF-8', () => {
    const store = new ArtifactStore()
    store.put(artifact('a', '天气'))
    expect(store.get(uri('a'))?.get('content')).toBe('天气')
    expect(store.get(uri('b'))).toBeUndefined()
    expect(store.bytes).toBe(6)
  })

  it('a3s-32 inserts by content once, and refuses another content under the same URI', () => {
    const store = new ArtifactStore()
    expect(store.putByContent(artifact('a'))).toEqual({ ok: true, value: true })
    expect(store.putByContent(artifact('a'))).toEqual({ ok: true, value: false })
    expect(store.putByContent(artifact('a', 'other'))).toMatchObject({ ok: false, kind: 'artifact-conflict' })
    expect(store.get(uri('a'))?.get('content')).toBe('0123456789')
    expect(urisOf(store)).toEqual([uri('a')])
  })

  it('a3s-32 never evicts a pinned artifact, even when it stays over its limits', () => {
    const store = new ArtifactStore({ count: 2, bytes: 20 })
    store.pin([uri(0), uri(1), uri(2)])
    for (const number of [0, 1, 2, 3]) store.put(artifact(number))
    expect(urisOf(store)).toEqual([uri(0), uri(1), uri(2)])
    expect(store.bytes).toBe(30)
  })

  it('a3s-31 keeps its pins through a snapshot, also those of absent artifacts, and collects exactly the rest', () => {
    const store = filled(plenty, 2)
    store.pin([uri(1), uri('gone')])
    const manifest = manifestOf(store)
    const snapshot = fromPlain({
      artifacts: [],
      retained_artifact_uris: store.pins
    }) as JsonObject
    expect(ArtifactStore.ofSnapshot(snapshot).pins).toEqual([uri(1), uri('gone')])
    const again = ArtifactStore.ofManifest(manifest)
    if (!again.ok) throw new Error(again.error)
    expect(again.value.collect()).toBe(1)
    expect(urisOf(again.value)).toEqual([uri(1)])
    again.value.replacePins([])
    expect(again.value.collect()).toBe(1)
  })

  it('a3s-17 a3s-32 rebuilds all 257 artifacts of a snapshot, and a real one in its order with its pins', () => {
    const many = Array.from({ length: 257 }, (_, number) => artifact(number))
    const store = ArtifactStore.ofSnapshot(jsonObject([['artifacts', many]]))
    expect(store.artifacts).toHaveLength(257)
    expect(store.limits).toEqual({ count: 257, bytes: artifactLimits.bytes })

    const loaded = loadSnapshot(storeCopy('weather'), 'barometer-7f3a1c', null)
    if (!loaded.ok || loaded.value === null) throw new Error('absent')
    const real = ArtifactStore.ofSnapshot(loaded.value.snapshot)
    expect(real.artifacts).toEqual(loaded.value.snapshot.get('artifacts'))
    expect(real.pins).toEqual(loaded.value.snapshot.get('retained_artifact_uris'))
  })
})

describe('raisedLimits', () => {
  it('a3s-56 never falls below the plain limits, and saturates by count and by bytes', () => {
    const most = Number.MAX_SAFE_INTEGER
    expect(raisedLimits(artifactLimits, 3, [1, 2])).toEqual(artifactLimits)
    expect(raisedLimits(artifactLimits, 300, [20_000_000, 5])).toEqual({ count: 300, bytes: 20_000_005 })
    expect(raisedLimits(artifactLimits, most * 4, [most, most])).toEqual({ count: most, bytes: most })
    expect(raisedLimits(artifactLimits, 2, [most - 1, 2, 9])).toEqual({ count: 256, bytes: most })
  })
})
