import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fromPlain, type JsonObject, toPlain } from '../../../json/json-value'
import { writePretty } from '../../../json/write-json'
import { snapshotDigest } from '../digest'
import { checkpointFile } from '../store/layout'
import { loadSnapshot } from '../store/load-session'
import { sealedKey, storeCopy, temporaryFolder } from '../test-fixtures'
import { collectable, withoutArtifacts } from './artifacts-collectable'
import { mentions } from './artifacts-mentions'
import { readStoredCheckpoints } from './checkpoints-stored'

function snapshotOf(root: string, id: string): JsonObject {
  const found = loadSnapshot(root, id, null)
  if (!found.ok || found.value === null) throw new Error(`no ${id}`)
  return found.value.snapshot
}

const none = { loops: [], workflows: [] }
const uri = (name: string) => `a3s://tool-output/t/${name}`

/** A snapshot with the named artifacts, and further parts. */
function snapshotWith(names: readonly string[], parts: Record<string, unknown> = {}): JsonObject {
  const artifacts = names.map((name) => ({
    artifact_id: `tool-output:t:${name}`,
    artifact_uri: uri(name),
    tool_name: 't',
    content: `content of ${name}`,
    original_bytes: 1,
    shown_bytes: 1
  }))
  return fromPlain({ session: { messages: [] }, ...parts, artifacts }) as JsonObject
}

const toolEnd = (metadata: unknown) => ({ events: [{ event: { type: 'tool_end', output: '', metadata } }] })

describe('collectable', () => {
  it('a3s-54 keeps what a real session pins, shows and proves, and says why', () => {
    const root = storeCopy('weather')
    const checkpoints = readStoredCheckpoints(root, null)
    if (!checkpoints.ok) throw new Error(checkpoints.error)
    expect(checkpoints.value.loops.length).toBe(2)
    expect(collectable(snapshotOf(root, 'barometer-7f3a1c'), checkpoints.value)).toEqual({
      keep: [
        { uri: 'a3s://tool-output/read/1f0c', because: 'pinned' },
        { uri: 'a3s://tool-output/bash/2a77', because: 'verification' },
        { uri: 'a3s://tool-output/search/3b12', because: 'pinned' }
      ],
      remove: []
    })
    expect(collectable(snapshotOf(root, '天气-naïve-👋🏽'), checkpoints.value)).toEqual({
      keep: [],
      remove: ['a3s://tool-output/write/好']
    })
  })

  const sha = `sha256:${createHash('sha256').update('content of a').digest('hex')}`
  const places: readonly (readonly [string, Record<string, unknown>, { loops?: unknown[]; workflows?: unknown[] }])[] =
    [
      [
        'tool result',
        { session: { messages: [{ content: [{ type: 'tool_result', content: `see ${uri('a')}.` }] }] } },
        {}
      ],
      ['tool result', { run_records: [toolEnd({ artifact: { artifact_uri: uri('a') } })] }, {}],
      ['tool result', { run_records: [toolEnd({ artifact: { artifact_id: 'tool-output:t:a' } })] }, {}],
      ['evidence', { run_records: [toolEnd({ a3s_tool_result_evidence: { content_ref: uri('a') } })] }, {}],
      ['evidence', { run_records: [toolEnd({ a3s_tool_result_evidence: { content_digest: sha } })] }, {}],
      ['verification', { verification_reports: [{ checks: [{ evidence_uris: [uri('a')] }] }] }, {}],
      ['review finding', { session_review: { findings: [{ subject: { type: 'opaque', uri: uri('a') } }] } }, {}],
      ['workflow step', {}, { workflows: [{ steps: [{ outcome: { output: uri('a') } }] }] }],
      ['workflow step', {}, { workflows: [{ steps: [{ result_receipt: { result_digest: sha } }] }] }],
      ['checkpoint', {}, { loops: [{ messages: [{ content: [{ type: 'text', text: uri('a') }] }] }] }],
      ['pinned', { retained_artifact_uris: [uri('a'), uri('absent')] }, {}]
    ]

  it.each(places)('a3s-54 reaches an artifact from a %s', (because, parts, checkpoints) => {
    const stored = fromPlain({ ...none, ...checkpoints }) as JsonObject
    const found = collectable(snapshotWith(['a', 'ab', 'a/b'], parts), {
      loops: stored.get('loops') as JsonObject[],
      workflows: stored.get('workflows') as JsonObject[]
    })
    expect(found).toEqual({ keep: [{ uri: uri('a'), because }], remove: [uri('ab'), uri('a/b')] })
  })

  it('a3s-54 does not count a trace, a prompt or an answer as a use', () => {
    const said = { content: [{ type: 'text', text: uri('a') }] }
    const parts = { session: { messages: [said] }, trace_events: [{ artifact_uris: [uri('a')] }] }
    expect(collectable(snapshotWith(['a'], parts), none).remove).toEqual([uri('a')])
  })
})

describe('withoutArtifacts', () => {
  it('a3s-54 takes out exactly those, and nothing else changes', () => {
    const snapshot = snapshotOf(storeCopy('weather'), 'barometer-7f3a1c')
    const less = withoutArtifacts(snapshot, ['a3s://tool-output/bash/2a77'])
    const plain = (of: JsonObject) => toPlain(of) as { artifacts: { artifact_uri: string }[] }
    expect(plain(less)).toEqual({
      ...plain(snapshot),
      artifacts: plain(snapshot).artifacts.filter((each) => each.artifact_uri !== 'a3s://tool-output/bash/2a77')
    })
    expect(snapshotDigest(withoutArtifacts(snapshot, []))).toBe(snapshotDigest(snapshot))
    expect(snapshotDigest(less)).not.toBe(snapshotDigest(snapshot))
  })
})

describe('readStoredCheckpoints', () => {
  it('a3s-54 answers with the one that cannot be read, since what that needs is not known', () => {
    const root = storeCopy('weather')
    writeFileSync(checkpointFile(root, 'workflow_checkpoints', 'torn'), '{"workflow_id"')
    expect(readStoredCheckpoints(root, null)).toMatchObject({ ok: false, kind: 'not-json' })
    expect(readStoredCheckpoints(storeCopy('sealed'), null)).toMatchObject({ ok: false, kind: 'sealed-without-key' })
    expect(readStoredCheckpoints(storeCopy('sealed'), sealedKey)).toMatchObject({ ok: true })
    expect(readStoredCheckpoints(temporaryFolder(), null)).toEqual({ ok: true, value: none })
  })

  it('a3s-54 takes those of old folders and of versions from the future as well', () => {
    const root = storeCopy('legacy')
    const future = fromPlain({ schema_version: 9, workflow_id: 'next', steps: [], more: uri('a') })
    writeFileSync(`${root}/workflow_checkpoints/next.json`, writePretty(future))
    const stored = readStoredCheckpoints(root, null)
    if (!stored.ok) throw new Error(stored.error)
    expect(collectable(snapshotWith(['a', 'b']), stored.value).remove).toEqual([uri('b')])
  })
})

describe('mentions', () => {
  it('does not take the beginning of a longer name for the name', () => {
    expect(mentions('x a3s://t/1, y', 'a3s://t/1')).toBe(true)
    expect(mentions('a3s://t/10 a3s://t/1', 'a3s://t/1')).toBe(true)
    expect(mentions('a3s://t/10 a3s://t/1-b a3s://t/1é', 'a3s://t/1')).toBe(false)
    expect(mentions('anything', '')).toBe(false)
  })
})
