import {
  cognitivePackageBinding,
  durableMemoryBinding,
  durableSource,
  immutableContentAdapterBinding,
  runCapabilityBinding
} from './binding-shapes'
import { sessionConfig } from './config-shapes'
import { agentEvent } from './event-shapes'
import { message } from './message-shapes'
import {
  sessionReview,
  subagentTask,
  task,
  tokenUsage,
  toolArtifact,
  traceEvent,
  verificationReport
} from './record-shapes'
import {
  byDefault,
  choice,
  f32,
  f64,
  flag,
  i64,
  list,
  nullable,
  optional,
  required,
  struct,
  text,
  u32,
  u64,
  usize
} from './shape'

const costRecord = struct('LlmCostRecord', [
  required('model', text),
  required('provider', text),
  required('prompt_tokens', usize),
  required('completion_tokens', usize),
  required('total_tokens', usize),
  nullable('cost_usd', f64),
  required('timestamp', { is: 'time' }),
  nullable('session_id', text)
])

const llmConfig = struct('LlmConfigData', [
  required('provider', text),
  required('model', text),
  { ...optional('api_key', text), omitted: 'never written' },
  nullable('base_url', text)
])

/** Format 2.2. */
export const sessionData = struct('SessionData', [
  optional('durable_source', durableSource),
  required('id', text),
  required('config', sessionConfig),
  required('state', choice('Unknown', 'Active', 'Paused', 'Completed', 'Error')),
  required('messages', list(message)),
  required(
    'context_usage',
    struct('ContextUsage', [
      required('used_tokens', usize),
      required('max_tokens', usize),
      required('percent', f32),
      required('turns', usize)
    ])
  ),
  required('total_usage', tokenUsage),
  byDefault('total_cost', f64, '0.0'),
  optional('model_name', text),
  byDefault('cost_records', list(costRecord), '[]'),
  required('tool_names', list(text)),
  required('thinking_enabled', flag),
  nullable('thinking_budget', usize),
  required('created_at', i64),
  required('updated_at', i64),
  optional('llm_config', llmConfig),
  { ...byDefault('tasks', list(task), '[]'), alias: 'todos' },
  optional('parent_id', text),
  optional('tenant_id', text),
  optional('principal', text),
  optional('agent_template_id', text),
  optional('correlation_id', text),
  optional('durable_memory_binding', durableMemoryBinding),
  optional('cognitive_package_binding', cognitivePackageBinding),
  optional('immutable_content_adapter_binding', immutableContentAdapterBinding)
])

/** Format 3.6. */
export const runRecord = struct('RunRecord', [
  required(
    'snapshot',
    struct('RunSnapshot', [
      required('id', text),
      required('session_id', text),
      required('status', choice('created', 'planning', 'executing', 'verifying', 'completed', 'failed', 'cancelled')),
      required('prompt', text),
      optional('cognitive_package_binding', cognitivePackageBinding),
      optional('capability_binding', runCapabilityBinding),
      required('created_at_ms', u64),
      required('updated_at_ms', u64),
      optional('result_text', text),
      optional('error', text),
      required('event_count', usize),
      optional(
        'workspace_change_set',
        struct('WorkspaceChangeSet', [
          required('base_tree', text),
          required('result_tree', text),
          required('patch_digest', text),
          required('patch_bytes', u64),
          required('patch_base64', text),
          required('observed_at_ms', u64)
        ])
      )
    ])
  ),
  required(
    'events',
    list(
      struct('RunEventRecord', [
        required('sequence', usize),
        required('timestamp_ms', u64),
        required('event', agentEvent)
      ])
    )
  )
])

/** Format 2.1. */
export const sessionSnapshot = struct('SessionSnapshotV1', [
  required('schema_version', u32),
  required('session', sessionData),
  byDefault('artifacts', list(toolArtifact), '[]'),
  byDefault('retained_artifact_uris', list(text), '[]'),
  byDefault('trace_events', list(traceEvent), '[]'),
  byDefault('run_records', list(runRecord), '[]'),
  byDefault('verification_reports', list(verificationReport), '[]'),
  byDefault('subagent_tasks', list(subagentTask), '[]'),
  optional('session_review', sessionReview)
])
