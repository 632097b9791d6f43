import { describe, expect, it } from 'vitest'
import { fromPlain, type JsonObject, toPlain } from '../../../json/json-value'
import { fixtureJson } from '../test-fixtures'
import { policyDigest, policyOf, policyProblem, type TransformPolicy } from '../validation/policy'
import { contextBoundedPolicy, withFreshPolicy } from './policies'

const vectors = fixtureJson<{
  policies: Record<'conservative' | 'context_bounded', { policy: TransformPolicy; policyDigest: string }>
  policyLimits: readonly { case: string; policy: TransformPolicy; valid: boolean }[]
}>('vectors-a3s.json')

describe('withFreshPolicy', () => {
  it('a3s-49 makes a fresh configuration context bounded, while one from a file without a policy reads as conservative', () => {
    const config = fromPlain({ name: 'n', workspace: '/w' }) as JsonObject
    expect(policyOf(toPlain(config) as object)).toEqual(vectors.policies.conservative.policy)
    const fresh = policyOf(toPlain(withFreshPolicy(config)) as object)
    expect(fresh).toEqual(vectors.policies.context_bounded.policy)
    expect(policyDigest(fresh)).toBe(vectors.policies.context_bounded.policyDigest)
  })

  it('a3s-49 leaves a policy that is there', () => {
    const { policy } = vectors.policies.conservative
    const config = fromPlain({ tool_result_transform_policy: policy }) as JsonObject
    expect(withFreshPolicy(config)).toBe(config)
  })
})

describe('policyProblem', () => {
  it.each(vectors.policyLimits.map((row) => [row.case, row] as const))(
    'a3s-49 judges “%s” as the crate does',
    (_, row) => {
      expect(policyProblem(row.policy) === null).toBe(row.valid)
    }
  )

  it('accepts the fresh one', () => {
    expect(policyProblem(contextBoundedPolicy)).toBeNull()
  })
})
