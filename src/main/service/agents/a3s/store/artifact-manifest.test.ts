import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../../json/json-value'
import { parseLossless } from '../../../json/parse-lossless'
import { fixtureJson, storeCopy, temporaryFolder } from '../test-fixtures'
import { rebuildArtifacts } from './artifact-manifest'
import { artifactLimits } from './artifact-store'
import { readFragment } from './fragments'
import { fragmentFile, sessionFile } from './layout'
import { loadFragment, loadSnapshot } from './load-session'

interface Outcome {
  readonly case: string
  readonly ok: boolean
  readonly kind?: string
  readonly error?: string
  readonly result?: { readonly count: number; readonly pins: readonly string[] }
}

const outcomes = fixtureJson<readonly (Outcome & { operation?: string })[]>('outcomes-a3s.json')
const artifact = (uri: string, content = 'x', size = content.length) => ({
  artifact_id: 'a',
  artifact_uri: uri,
  tool_name: 't',
  content,
  original_bytes: size,
  shown_bytes: size
})
const uri = 'a3s://tool-output/t/0'
const manifests: Readonly<Record<string, unknown>> = {
  'dup-equal': { artifacts: [artifact(uri), artifact(uri)] },
  'dup-other': { artifacts: [artifact(uri), artifact(uri, 'y')] },
  'no-pins': { artifacts: [] },
  empty: {}
}
const listOf = (value: JsonValue | undefined) => value as readonly JsonObject[]

describe('readFragment', () => {
  const rows = outcomes.filter((row) => row.operation === 'read a manifest')

  it.each(rows.map((row) => [row.case.slice('artifacts: '.length), row] as const))(
    'a3s-32 answers the manifest %s as the crate does',
    (name, row) => {
      const root = temporaryFolder()
      const path = fragmentFile(root, 'artifacts', 's')
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, JSON.stringify(manifests[name]))
      const read = readFragment(root, 'artifacts', path, null)
      if (!row.ok) {
        expect(read).toMatchObject({ ok: false, kind: row.kind })
        expect(read.ok ? '' : read.error).toBe(row.error?.replace(/ at line .*/, ''))
        return
      }
      const value = read.ok ? (read.value as JsonObject) : null
      expect({ count: listOf(value?.get('artifacts')).length, pins: value?.get('retained_uris') }).toEqual(row.result)
    }
  )

  it('follows a fragment that links outside the store, as the crate does', () => {
    const root = storeCopy('legacy')
    const outside = join(temporaryFolder(), 't.json')
    writeFileSync(outside, readFileSync(fragmentFile(root, 'traces', 'bare-v1')))
    mkdirSync(dirname(fragmentFile(root, 'traces', 'linked')), { recursive: true })
    symlinkSync(outside, fragmentFile(root, 'traces', 'linked'))
    const loaded = loadFragment(root, 'traces', 'linked', null)
    expect(loaded.ok && listOf(loaded.value ?? []).length).toBe(2)
  })
})

describe('rebuildArtifacts', () => {
  it('a3s-17 keeps the oldest out beyond the limits of a manifest, and everything of a snapshot', () => {
    const many = Array.from({ length: artifactLimits.count + 1 }, (_, index) => artifact(`a3s://t/${index}`))
    const built = rebuildArtifacts(parseLossless(JSON.stringify({ artifacts: many })) as JsonObject)
    const kept = built.ok ? listOf((built.value as JsonObject).get('artifacts')) : []
    expect(kept).toHaveLength(artifactLimits.count)
    expect(kept[0]?.get('artifact_uri')).toBe('a3s://t/1')

    const root = storeCopy('weather')
    const path = sessionFile(root, 'just-started')
    const document = JSON.parse(readFileSync(path, 'utf8'))
    writeFileSync(path, JSON.stringify({ ...document, artifacts: many }))
    const loaded = loadSnapshot(root, 'just-started', null)
    expect(loaded.ok && listOf(loaded.value?.snapshot.get('artifacts')).length).toBe(artifactLimits.count + 1)
  })

  it('a3s-31 keeps pins sorted, once, and without empty ones', () => {
    const manifest = { artifacts: [], retained_uris: ['b', '', 'a', 'b', '\u{1f600}', '\uffee'] }
    const built = rebuildArtifacts(parseLossless(JSON.stringify(manifest)) as JsonObject)
    expect(built.ok && (built.value as JsonObject).get('retained_uris')).toEqual(['a', 'b', '\uffee', '\u{1f600}'])
  })
})
