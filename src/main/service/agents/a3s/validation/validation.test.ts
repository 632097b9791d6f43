import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromPlain } from '../../../json/json-value'
import { domainDigest } from '../digest'
import { sortedText } from '../format/canonical-text'
import { fixtureJson } from '../test-fixtures'
import {
  capabilityBindingProblem,
  capabilitySnapshotDigest,
  cognitiveBindingProblem,
  contentAdapterProblem,
  durableSourceProblem
} from './bindings'
import { memoryBindingProblem } from './memory-binding'
import {
  policyDigest,
  policyOf,
  policyProblem,
  type TransformBinding,
  type TransformPolicy,
  transformBindingDigest,
  transformBindingProblem
} from './policy'
import { type SnapshotParts, validatePlainSnapshot } from './validate-snapshot'

interface Vectors {
  readonly policies: Readonly<
    Record<string, { policy: TransformPolicy; policyDigest: string; binding: TransformBinding }>
  >
  readonly policyLimits: readonly { case: string; policy: TransformPolicy; valid: boolean }[]
  readonly contentBinding: Readonly<Record<string, unknown>>
  readonly eventSnapshots: readonly { type: string; value: Readonly<Record<string, unknown>> }[]
  readonly durableSource: {
    sessionId: string
    facts: readonly unknown[]
    value: { sequence: number; identity: { domain: string; digest: string } }
  }
}

const vectors = fixtureJson<Vectors>('vectors-a3s.json')
const vectorOf = (type: string) => vectors.eventSnapshots.find((each) => each.type === type)?.value ?? {}

describe('policies', () => {
  it('a3s-49 have the crate’s digests and bindings, and a config without one has the conservative one', () => {
    for (const { policy, policyDigest: digest, binding } of Object.values(vectors.policies)) {
      expect(policyDigest(policy)).toBe(digest)
      expect(transformBindingDigest(binding)).toBe(binding.binding_digest)
      expect(policyProblem(policy)).toBeNull()
      expect(transformBindingProblem(binding, policy)).toBeNull()
    }
    expect(policyOf({})).toEqual(vectors.policies.conservative?.policy)
    const [conservative, bounded] = [vectors.policies.conservative, vectors.policies.context_bounded]
    if (conservative === undefined || bounded === undefined) throw new Error('vectors are missing')
    expect(transformBindingProblem(conservative.binding, bounded.policy)).toMatch(/exact policy/)
  })

  it('have the crate’s limits', () => {
    for (const { case: name, policy, valid } of vectors.policyLimits)
      expect(policyProblem(policy) === null, name).toBe(valid)
  })
})

describe('bindings', () => {
  it('accept what the crate accepts', () => {
    expect(cognitiveBindingProblem(vectorOf('cognitive'))).toBeNull()
    expect(capabilitySnapshotDigest(vectorOf('cognitive'))).toBe(vectorOf('cognitive').capabilitySnapshotDigest)
    expect(capabilityBindingProblem(vectorOf('run_binding'))).toBeNull()
    expect(contentAdapterProblem(vectors.contentBinding)).toBeNull()
    expect(durableSourceProblem(vectors.durableSource.value)).toBeNull()
  })

  it('refuse any change of a field', () => {
    const changed = (binding: Readonly<Record<string, unknown>>, field: string) => ({ ...binding, [field]: 'x' })
    for (const field of ['schema', 'packageId', 'generationDigest', 'capabilitySnapshotDigest']) {
      expect(cognitiveBindingProblem(changed(vectorOf('cognitive'), field)), field).not.toBeNull()
    }
    for (const field of ['schema', 'catalogDigest', 'capabilityCeilingDigest', 'capabilitySetSchema']) {
      expect(capabilityBindingProblem(changed(vectorOf('run_binding'), field)), field).not.toBeNull()
    }
    for (const field of ['schema', 'authority_digest', 'maximum_bytes', 'binding_digest']) {
      expect(contentAdapterProblem(changed(vectors.contentBinding, field)), field).not.toBeNull()
    }
  })

  it('of a run names a registry or a selection, by its schema', () => {
    const use = { generation: 1, revision: 'r' }
    const withUse = (fields: object) => ({ ...vectorOf('run_binding'), useGeneration: { ...use, ...fields } })
    const cursor = 'a3s.use.capability-snapshot-cursor.v1'
    const selection = 'a3s.use.selection-cursor.v1'
    expect(capabilityBindingProblem(withUse({ schema: cursor, registryRevision: 'x' }))).toBeNull()
    expect(capabilityBindingProblem(withUse({ schema: selection, selectionId: 'x' }))).toBeNull()
    expect(capabilityBindingProblem(withUse({ schema: selection, registryRevision: 'x' }))).not.toBeNull()
    expect(
      capabilityBindingProblem(withUse({ schema: cursor, registryRevision: 'x', selectionId: 'y' }))
    ).not.toBeNull()
    expect(capabilityBindingProblem(withUse({ schema: cursor, registryRevision: 'x', generation: 0 }))).not.toBeNull()
  })

  it('of memory fit their schema version', () => {
    const namespace = { tenantId: 'a', principalId: 'b', scopeId: 'c' }
    const base = { schemaVersion: 1, namespace, mode: 'active_recall' }
    expect(memoryBindingProblem(base)).toBeNull()
    expect(memoryBindingProblem({ ...base, schemaVersion: 2 })).toMatch(/retrievalProfile/)
    expect(memoryBindingProblem({ ...base, mode: 'x' })).toMatch(/mode/)
    expect(memoryBindingProblem({ ...base, semanticRecall: {} })).toMatch(/semanticRecall/)
    expect(
      memoryBindingProblem({ ...base, recallPolicy: { maxResults: 101, minLexicalScore: 0.5, maxRelatedLookups: 1 } })
    ).toMatch(/recallPolicy/)
  })

  it('a3s-48 a durable source has the digest of its session and its facts', () => {
    const { sessionId, facts, value } = vectors.durableSource
    const digest = (id: string, of: readonly unknown[]) =>
      domainDigest(value.identity.domain, sortedText(fromPlain([id, of])))
    expect(digest(sessionId, facts)).toBe(value.identity.digest)
    expect(digest('other', facts)).not.toBe(value.identity.digest)
    expect(digest(sessionId, facts.slice(0, 1))).not.toBe(value.identity.digest)
  })

  it('snapshots in events carry a digest of their own fields', () => {
    for (const { type, value } of vectors.eventSnapshots.filter((each) => 'snapshotDigest' in each.value)) {
      const { snapshotDigest, ...fields } = value
      const snake = Object.entries(fields).map(([key, inner]) => [
        key.replace(/[A-Z]/g, (l) => `_${l.toLowerCase()}`),
        inner
      ])
      const text = JSON.stringify(Object.fromEntries(snake))
      const [schema, length] = [Buffer.from(String(value.schema)), Buffer.alloc(8)]
      const hash = createHash('sha256').update('a3s-code-harness-evidence\0')
      length.writeBigUInt64BE(BigInt(schema.length))
      hash.update(length).update(schema).update(text)
      const total = Buffer.alloc(8)
      total.writeBigUInt64BE(BigInt(Buffer.byteLength(text)))
      expect(`sha256:${hash.update(total).digest('hex')}`, type).toBe(snapshotDigest)
    }
  })
})

describe('validatePlainSnapshot', () => {
  const session = { id: 's', config: {} }
  const event = (sequence: number | bigint) => ({ sequence, event: { type: 'turn_start' } })
  const run = (id: string, events: readonly ReturnType<typeof event>[], count: number | bigint) => ({
    snapshot: { id, session_id: 's', event_count: count },
    events
  })
  const rules = (parts: Partial<SnapshotParts>) =>
    validatePlainSnapshot({ schema_version: 1, session, ...parts }, 's').map((problem) => problem.rule)

  it('a3s-15 a3s-50 wants version 1 without a durable source', () => {
    expect(rules({})).toEqual([])
    for (const version of [0, 2, 3]) expect(rules({ schema_version: version })).toEqual(['1'])
  })

  it('wants the id that was asked for', () => {
    expect(validatePlainSnapshot({ schema_version: 1, session }, 't')[0]?.message).toContain('does not belong')
  })

  it('allows gaps, a first sequence above 0 and an empty parent; refuses a foreign one', () => {
    expect(rules({ run_records: [run('r', [event(7), event(9)], 40)] })).toEqual([])
    expect(rules({ subagent_tasks: [{ task_id: 't', parent_session_id: '' }] })).toEqual([])
    expect(rules({ subagent_tasks: [{ task_id: 't', parent_session_id: 'x' }] })).toEqual(['3.6'])
  })

  it('compares 64-bit counts exactly', () => {
    const max = 18446744073709551615n
    expect(rules({ run_records: [run('r', [event(max - 1n)], max)] })).toEqual([])
    expect(rules({ run_records: [run('r', [event(max - 1n)], max - 1n)] })).toEqual(['3.5.6'])
    expect(rules({ run_records: [run('r', [event(max)], max)] })).toEqual(['3.5.6'])
  })

  it('finds exactly the runs whose sequences do not rise or whose count is too small', () => {
    const sequences = fc.array(fc.nat(20), { maxLength: 6 })
    fc.assert(
      fc.property(sequences, fc.nat(25), (of, count) => {
        const rising = of.every((value, index) => index === 0 || value > (of[index - 1] ?? 0))
        const covered = of.length === 0 || count > (of.at(-1) ?? 0)
        const found = rules({ run_records: [run('r', of.map(event), count)] })
        expect(found.includes('3.5.5')).toBe(!rising)
        expect(found.includes('3.5.6')).toBe(!covered)
      })
    )
  })
})
