import {
  asFound,
  byDefault,
  choice,
  closedStruct,
  f32,
  flag,
  optional,
  required,
  struct,
  text,
  u32,
  u64,
  usize
} from './shape'

/** Format 2.2: the last fact of the effect log that a saved state depends on. */
export const durableSource = closedStruct('DurableSessionSourceV1', [
  required('sequence', u64),
  required(
    'identity',
    closedStruct('ExecutionIdentityV1', [required('schema', text), required('domain', text), required('digest', text)])
  )
])

/** Format 2.9. */
export const toolPresentationProfile = closedStruct('ToolPresentationProfileV1', [
  required('schema', text),
  required('mode', choice('adaptive', 'direct', 'code', 'disabled'))
])

/** Format 2.9. */
export const toolResultTransformPolicy = closedStruct('ToolResultTransformPolicyV1', [
  required('schema', text),
  required('max_output_bytes', usize),
  required('head_bytes', usize),
  required('tail_bytes', usize),
  required('fold_repeated_lines', flag),
  required('repeated_line_threshold', usize),
  required('structured_sample_items', usize)
])

/** Format 2.9: found in the metadata of a `tool_end` event. */
export const toolResultTransformBinding = closedStruct('ToolResultTransformBindingV1', [
  required('schema', text),
  required('transform_algorithm', text),
  required('policy_digest', text),
  required('binding_digest', text)
])

/** Format 2.9: found beside the binding. */
export const toolResultEvidence = closedStruct('ToolResultEvidenceV1', [
  required('schema', text),
  required('original_bytes', usize),
  required('projected_bytes', usize),
  required('original_estimated_tokens', usize),
  required('projected_estimated_tokens', usize),
  required('token_estimator', text),
  optional('transform_algorithm', text),
  required('content_digest', text),
  optional('projected_digest', text),
  required('repeat_key', text),
  required('content_ref', text),
  required('loss_mode', choice('none', 'bounded_preview', 'head_tail', 'deterministic_transform', 'composite')),
  optional('byte_delta', { is: 'integer', type: 'i64' }),
  optional('estimated_token_delta', { is: 'integer', type: 'i64' })
])

/** Format 2.10. */
export const cognitivePackageBinding = closedStruct('CognitivePackageSessionBindingV1', [
  required('schema', text),
  required('packageId', text),
  required('packageVersion', text),
  required('lifecycleGeneration', u64),
  required('generationDigest', text),
  required('capabilitySnapshotDigest', text),
  required(
    'knowledge',
    closedStruct('KnowledgeLeaseBinding', [
      required('schema', text),
      required('surfaceId', text),
      required('formatVersion', text),
      required('contentDigest', text),
      required('searchSchema', text),
      required('readSchema', text),
      required('citationSchema', text),
      required('lifecycleGeneration', u64),
      required('generationDigest', text)
    ])
  ),
  required(
    'limits',
    closedStruct('CognitivePackageLimits', [
      required('maxResults', usize),
      required('maxDocumentBytes', usize),
      required('maxTotalBytes', usize)
    ])
  )
])

/** Format 2.10: open, unlike the others. */
export const durableMemoryBinding = struct('DurableMemoryBinding', [
  required('schemaVersion', u32),
  required(
    'namespace',
    struct('MemoryNamespace', [required('tenantId', text), required('principalId', text), required('scopeId', text)])
  ),
  required('mode', text),
  optional(
    'recallPolicy',
    struct('RecallPolicy', [
      required('maxResults', usize),
      required('minLexicalScore', f32),
      required('maxRelatedLookups', usize)
    ])
  ),
  byDefault('retrievalProfile', text, '"a3s.memory.lexical.word.v1"'),
  byDefault('contextIdProfile', text, '"a3s.code.memory.context.host-id.v0"'),
  optional('semanticRecall', asFound)
])

/** Format 2.10. */
export const immutableContentAdapterBinding = closedStruct('ImmutableContentAdapterBindingV1', [
  required('schema', text),
  required('authority_digest', text),
  required('maximum_bytes', u64),
  required('binding_digest', text)
])

/** Format 2.10: on runs and loop checkpoints. */
export const runCapabilityBinding = closedStruct('RunCapabilityBindingV1', [
  required('schema', text),
  required('capabilitySetSchema', text),
  required('codeCatalogGeneration', u64),
  required('catalogDigest', text),
  required('capabilityCeilingSchema', text),
  required('capabilityCeilingDigest', text),
  optional(
    'useGeneration',
    closedStruct('RunUseGeneration', [
      required('schema', text),
      required('generation', u64),
      required('revision', text),
      optional('registryRevision', text),
      optional('selectionId', text)
    ])
  )
])
