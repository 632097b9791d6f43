import { fromPlain, type JsonObject } from '../../../json/json-value'
import type { TransformPolicy } from '../validation/policy'
import { withMember } from './document-edits'

/** What the crate gives a configuration that is made in code since 9.1.3; a file without a policy reads as the conservative one (format 2.9). */
export const contextBoundedPolicy: TransformPolicy = {
  schema: 'a3s.code.tool-result-transform-policy.v1',
  max_output_bytes: 16_384,
  head_bytes: 10_582,
  tail_bytes: 5_290,
  fold_repeated_lines: false,
  repeated_line_threshold: 3,
  structured_sample_items: 0
}

/** The configuration as a new session has it: with the policy written out, so that it stays whatever absence comes to mean. */
export function withFreshPolicy(config: JsonObject): JsonObject {
  return config.get('tool_result_transform_policy') === undefined
    ? withMember(config, 'tool_result_transform_policy', fromPlain(contextBoundedPolicy))
    : config
}
