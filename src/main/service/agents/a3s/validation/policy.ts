import { domainDigest } from '../digest'
import { conservativePolicy } from '../format/config-shapes'

/** Format 2.9. */
export interface TransformPolicy {
  readonly schema: string
  readonly max_output_bytes: number
  readonly head_bytes: number
  readonly tail_bytes: number
  readonly fold_repeated_lines: boolean
  readonly repeated_line_threshold: number
  readonly structured_sample_items: number
}

const schema = 'a3s.code.tool-result-transform-policy.v1'
const digestDomain = 'a3s.code.tool-result-transform-policy-digest.v1'
const bindingSchema = 'a3s.code.tool-result-transform-binding.v1'
const evidenceReserve = 512

export const transformAlgorithm = 'a3s.code.tool-result-transform.v1'

/** The policy of a config; one without the field reads as the conservative one (behaviour a3s-49). */
export function policyOf(config: { readonly tool_result_transform_policy?: unknown }): TransformPolicy {
  return (config.tool_result_transform_policy ?? JSON.parse(conservativePolicy)) as TransformPolicy
}

/** Why a policy is not valid, in the crate's words; null when it is (format 2.9). */
export function policyProblem(policy: TransformPolicy): string | null {
  const { max_output_bytes: max, head_bytes: head, tail_bytes: tail } = policy
  if (policy.schema !== schema)
    return `unsupported Tool result transform policy schema ${JSON.stringify(policy.schema)}`
  if (max < 1024 || max > 102_400) return 'Tool result max_output_bytes must be between 1024 and 102400'
  if (head === 0) return 'Tool result head_bytes must be greater than zero'
  if (tail === 0 ? head !== max : head + tail + evidenceReserve > max) {
    return tail === 0
      ? 'Tool result head_bytes must equal max_output_bytes when tail_bytes is zero'
      : `Tool result head_bytes + tail_bytes must reserve ${evidenceReserve} bytes for transformation evidence`
  }
  if (policy.repeated_line_threshold < 2 || policy.repeated_line_threshold > 10_000) {
    return 'Tool result repeated_line_threshold must be between 2 and 10000'
  }
  return policy.structured_sample_items > 1024 ? 'Tool result structured_sample_items must not exceed 1024' : null
}

/** Digest of a policy: its fields in the crate's order, compact (format 2.9). */
export function policyDigest(policy: TransformPolicy): string {
  const text = JSON.stringify({
    schema: policy.schema,
    max_output_bytes: policy.max_output_bytes,
    head_bytes: policy.head_bytes,
    tail_bytes: policy.tail_bytes,
    fold_repeated_lines: policy.fold_repeated_lines,
    repeated_line_threshold: policy.repeated_line_threshold,
    structured_sample_items: policy.structured_sample_items
  })
  return domainDigest(digestDomain, text)
}

export interface TransformBinding {
  readonly schema: string
  readonly transform_algorithm: string
  readonly policy_digest: string
  readonly binding_digest: string
}

/** Digest that binds algorithm and policy (format 2.9). */
export function transformBindingDigest(binding: Omit<TransformBinding, 'binding_digest'>): string {
  const { schema: named, transform_algorithm, policy_digest } = binding
  return domainDigest(bindingSchema, JSON.stringify({ schema: named, transform_algorithm, policy_digest }))
}

/** Why a transform binding does not belong to a policy; null when it does. */
export function transformBindingProblem(binding: TransformBinding, policy: TransformPolicy): string | null {
  if (binding.schema !== bindingSchema) {
    return `unsupported Tool result transform binding schema ${JSON.stringify(binding.schema)}`
  }
  if (binding.transform_algorithm !== transformAlgorithm) {
    return `unsupported Tool result transform algorithm ${JSON.stringify(binding.transform_algorithm)}`
  }
  if (binding.policy_digest !== policyDigest(policy))
    return 'Tool result transform binding does not match the exact policy'
  return binding.binding_digest === transformBindingDigest(binding)
    ? null
    : 'Tool result transform binding_digest does not bind the exact algorithm and policy'
}
