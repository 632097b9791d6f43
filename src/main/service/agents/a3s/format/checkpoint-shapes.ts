import { durableSource, runCapabilityBinding } from './binding-shapes'
import { message } from './message-shapes'
import { sourceAnchors, tokenUsage, verificationReport } from './record-shapes'
import {
  anything,
  byDefault,
  choice,
  closedStruct,
  flag,
  list,
  nullable,
  optional,
  required,
  type Shape,
  struct,
  text,
  u32,
  u64,
  unlessDefault,
  usize
} from './shape'

const u128: Shape = { is: 'integer', type: 'u128' }
const u8: Shape = { is: 'integer', type: 'u8' }

const mutations = struct('MutationLog', [
  required(
    'records',
    list(
      struct('MutationRecord', [
        required('tool', text),
        required('path', text),
        required('content_digest', text),
        optional(
          'after_identity',
          struct('PathIdentity', [
            required('kind', choice('file', 'directory', 'symlink', 'missing', 'unknown')),
            optional('content_digest', text),
            optional('mode', u32)
          ])
        )
      ])
    )
  ),
  byDefault('digest', text, '""'),
  unlessDefault(
    'open_children',
    list(
      struct('OpenChild', [
        required('task_id', text),
        optional('porcelain', list(text)),
        optional('head', text),
        unlessDefault('nongit', flag, 'false')
      ])
    ),
    '[]'
  ),
  unlessDefault('observation_incomplete', flag, 'false'),
  unlessDefault('unresolved_tool_effects', list(text), '[]'),
  unlessDefault('applied_tool_receipts', list(text), '[]'),
  unlessDefault('applied_background_receipts', list(text), '[]')
])

const openObservation = struct('ExternalObservation', [
  required('schema', text),
  required('kind', text),
  required('subject', text),
  required('digest', text),
  required('payload', text),
  nullable('source_revision', text),
  required('required_action', choice('none', 'workspace_change', 'address'))
])

const workspaceStamp = struct('WorkspaceStamp', [
  required('path', text),
  required('present', flag),
  required('len', u64),
  required('modified', u128),
  byDefault('mode', u32, '0'),
  byDefault('kind', u8, '0'),
  nullable('content_digest', text)
])

/** Format 3.9. */
const convergence = struct('LoopConvergence', [
  byDefault('parse_error_count', usize, '0'),
  byDefault('continuation_count', usize, '0'),
  byDefault('reasoning_only_repair_count', usize, '0'),
  byDefault('recent_tool_signatures', list(text), '[]'),
  optional('guarded_duplicate_signature', text),
  byDefault('guarded_duplicate_count', usize, '0'),
  unlessDefault('read_only_evidence_rounds', usize, '0'),
  unlessDefault('duplicate_finalization_pending', flag, 'false'),
  optional('last_incomplete_response_hash', text),
  byDefault('incomplete_response_stalled', flag, 'false'),
  unlessDefault('gate_continuation_count', usize, '0'),
  optional('mutations', mutations),
  unlessDefault('open_observations', list(openObservation), '[]'),
  unlessDefault('verifier_spent', flag, 'false'),
  unlessDefault('next_turn_is_verifier', flag, 'false'),
  unlessDefault('workspace_watch_bound', flag, 'false'),
  optional('workspace_porcelain', list(text)),
  optional('workspace_head', text),
  unlessDefault('workspace_stamps', list(workspaceStamp), '[]')
])

const freshConvergence =
  '{"parse_error_count":0,"continuation_count":0,"reasoning_only_repair_count":0,"recent_tool_signatures":[],"guarded_duplicate_count":0,"incomplete_response_stalled":false}'

/** Format 3.9. */
export const loopCheckpoint = struct('LoopCheckpoint', [
  byDefault('schema_version', u32, '0'),
  required('run_id', text),
  required('session_id', text),
  optional('capability_binding', runCapabilityBinding),
  optional('standing_context_digest', text),
  optional('durable_source', durableSource),
  required('turn', usize),
  required('messages', list(message)),
  required('total_usage', tokenUsage),
  required('tool_calls_count', usize),
  byDefault('verification_reports', list(verificationReport), '[]'),
  byDefault('convergence', convergence, freshConvergence),
  required('checkpoint_ms', u64)
])

const receipt = closedStruct('ExecutionResultReceiptV1', [
  required('schema', text),
  required(
    'identity',
    closedStruct('ExecutionIdentityV1', [required('schema', text), required('domain', text), required('digest', text)])
  ),
  required('evidence_digest', text),
  required('outcome', choice('succeeded', 'failed', 'cancelled', 'timed_out')),
  optional('result_digest', text),
  required('result_bytes', u64)
])

/** Format 3.10. */
export const workflowCheckpoint = struct('WorkflowCheckpoint', [
  byDefault('schema_version', u32, '0'),
  required('workflow_id', text),
  required(
    'steps',
    list(
      struct('WorkflowStepRecord', [
        required('task_id', text),
        required(
          'outcome',
          struct('StepOutcome', [
            required('task_id', text),
            required('session_id', text),
            required('agent', text),
            required('output', text),
            required('success', flag),
            optional('structured', anything),
            unlessDefault('source_anchors', sourceAnchors, '[]')
          ])
        ),
        optional('result_receipt', receipt)
      ])
    )
  ),
  required('checkpoint_ms', u64)
])

/** Format 8.1. */
export const writerLease = closedStruct('SessionStoreWriterLeaseV1', [
  required('schema', text),
  required('epoch', u64),
  required('holderId', text),
  required('acquiredAtMs', u64)
])

/** Format 8.2. */
export const walEntry = closedStruct('SessionStoreWalEntryV1', [
  required('schema', text),
  required('sequence', u64),
  required('sessionId', text),
  required('snapshotDigest', text),
  required('phase', choice('intent', 'committed')),
  required('recordedAtMs', u64),
  required('entryDigest', text)
])

/** Format 8.5. */
export const commitEvent = closedStruct('SessionStoreCommitEventV1', [
  required('schema', text),
  required('sessionId', text),
  required('snapshotDigest', text),
  required('committedAtMs', u64)
])
