import { cognitivePackageBinding } from './binding-shapes'
import { agentGoal, executionPlan, task, taskStatus, tokenUsage, verificationStatus } from './record-shapes'
import {
  anything,
  asFound,
  byDefault,
  choice,
  type Field,
  f32,
  f64,
  flag,
  i32,
  i64,
  list,
  nullable,
  optional,
  required,
  type Shape,
  type StructShape,
  struct,
  text,
  u32,
  u64,
  unlessDefault,
  usize
} from './shape'

const event = (...fields: readonly Field[]): StructShape => struct('AgentEvent', fields)
const r = required

const verificationSummary = struct('VerificationSummary', [
  r('status', verificationStatus),
  r('report_count', usize),
  r('required_check_count', usize),
  r('pending_required_check_count', usize),
  r('failed_check_count', usize),
  r('residual_risk_count', usize),
  unlessDefault('pending_subjects', list(text), '[]'),
  unlessDefault('failed_subjects', list(text), '[]')
])

const completionTerminal: Shape = {
  is: 'tagged',
  tag: 'kind',
  variants: {
    narrative: event(),
    distinct: event(),
    verified: event(r('effect_digest', text)),
    waived: event(r('effect_digest', text))
  }
}

const meta = struct('LlmResponseMeta', [
  optional('provider', text),
  optional('request_model', text),
  optional('request_url', text),
  optional('response_id', text),
  optional('response_model', text),
  optional('response_object', text),
  optional('first_token_ms', u64),
  optional('duration_ms', u64)
])

const errorKind: Shape = {
  is: 'tagged',
  tag: 'type',
  variants: {
    version_conflict: event(r('path', text), r('expected', text), nullable('actual', text)),
    remote_git_conflict: event(r('code', text), r('message', text)),
    not_found: event(r('path', text)),
    invalid_argument: event(r('message', text)),
    hook_denied: event(r('reason', text), r('retryable', flag), nullable('retry_after_ms', u64)),
    unsupported: event(r('message', text)),
    timeout: event(r('op', text), r('duration_ms', u64)),
    transport: event(r('op', text)),
    cancelled: event(r('op', text)),
    partial_failure: event(r('failed', usize), r('total', usize)),
    rate_limited: event(nullable('retry_after_ms', u64)),
    too_large: event(r('path', text), r('size_bytes', u64), r('max_bytes', u64))
  }
}

const prompt = event(r('prompt', text))
const delta = event(r('text', text))
const boundSnapshot = event(r('snapshot', asFound))

/** Format 3.6: the 53 event types of 9.1.3, in the order in which the crate's messages list them. */
const variants: Readonly<Record<string, StructShape>> = {
  agent_start: prompt,
  agent_mode_changed: event(r('mode', text), r('agent', text), r('description', text)),
  turn_start: event(r('turn', usize)),
  text_delta: delta,
  reasoning_delta: delta,
  tool_start: event(r('id', text), r('name', text)),
  tool_input_delta: event(optional('id', text), r('delta', text)),
  tool_request_bound: event(r('tool_id', text), r('tool_name', text), r('snapshot', asFound)),
  tool_execution_start: event(r('id', text), r('name', text), r('args', anything)),
  tool_end: event(
    r('id', text),
    r('name', text),
    optional('args', anything),
    r('output', text),
    r('exit_code', i32),
    optional('metadata', anything),
    optional('error_kind', errorKind)
  ),
  tool_output_delta: event(r('id', text), r('name', text), r('delta', text)),
  turn_end: event(r('turn', usize), r('usage', tokenUsage)),
  agent_end: event(
    r('text', text),
    r('usage', tokenUsage),
    r('verification_summary', verificationSummary),
    byDefault('completion_terminal', completionTerminal, '{"kind":"narrative"}'),
    optional('forced_stop', choice('tool_budget', 'read_only_evidence', 'response_truncated')),
    optional('meta', meta)
  ),
  error: event(r('message', text)),
  confirmation_required: event(r('tool_id', text), r('tool_name', text), r('args', anything), r('timeout_ms', u64)),
  confirmation_received: event(r('tool_id', text), r('approved', flag), nullable('reason', text)),
  confirmation_timeout: event(r('tool_id', text), r('action_taken', text)),
  user_question: event(
    r('question_id', text),
    r('question', text),
    r('options', list(text)),
    byDefault('allow_free_text', flag, 'false'),
    nullable('form', text)
  ),
  external_task_pending: event(
    r('task_id', text),
    r('session_id', text),
    r('lane', choice('Control', 'Query', 'Execute', 'Generate')),
    r('command_type', text),
    r('payload', anything),
    r('timeout_ms', u64)
  ),
  external_task_completed: event(r('task_id', text), r('session_id', text), r('success', flag)),
  permission_denied: event(r('tool_id', text), r('tool_name', text), r('args', anything), r('reason', text)),
  context_resolving: event(r('providers', list(text))),
  context_resolved: event(r('total_items', usize), r('total_tokens', usize)),
  run_capability_bound: event(r('call_sequence', u64), r('snapshot', asFound)),
  model_presentation_bound: boundSnapshot,
  model_input_bound: boundSnapshot,
  model_usage_bound: boundSnapshot,
  auto_compact: event(r('phase', text), r('tokens_used', usize), r('context_window', usize), r('tokens_after', usize)),
  cognitive_context_bound: event(r('binding', cognitivePackageBinding)),
  command_dead_lettered: event(
    r('command_id', text),
    r('command_type', text),
    r('lane', text),
    r('error', text),
    r('attempts', u32)
  ),
  command_retry: event(
    r('command_id', text),
    r('command_type', text),
    r('lane', text),
    r('attempt', u32),
    r('delay_ms', u64)
  ),
  queue_alert: event(r('level', text), r('alert_type', text), r('message', text)),
  task_updated: event(r('session_id', text), r('tasks', list(task))),
  memory_stored: event(r('memory_id', text), r('memory_type', text), r('importance', f32), r('tags', list(text))),
  memory_recalled: event(r('memory_id', text), r('content', text), r('relevance', f32)),
  memories_searched: event(nullable('query', text), r('tags', list(text)), r('result_count', usize)),
  memory_cleared: event(r('tier', text), r('count', u64)),
  subagent_start: event(
    r('task_id', text),
    r('session_id', text),
    r('parent_session_id', text),
    r('agent', text),
    r('description', text),
    byDefault('started_ms', u64, '0')
  ),
  subagent_progress: event(r('task_id', text), r('session_id', text), r('status', text), r('metadata', anything)),
  subagent_end: event(
    r('task_id', text),
    r('session_id', text),
    r('agent', text),
    r('output', text),
    r('success', flag),
    byDefault('finished_ms', u64, '0')
  ),
  planning_start: prompt,
  planning_end: event(r('plan', executionPlan), r('estimated_steps', usize)),
  step_start: event(r('step_id', text), r('description', text), r('step_number', usize), r('total_steps', usize)),
  step_end: event(r('step_id', text), r('status', taskStatus), r('step_number', usize), r('total_steps', usize)),
  goal_extracted: event(r('goal', agentGoal)),
  goal_progress: event(r('goal', text), r('progress', f32), r('completed_steps', usize), r('total_steps', usize)),
  goal_achieved: event(r('goal', text), r('total_steps', usize), r('duration_ms', i64)),
  context_compacted: event(
    r('session_id', text),
    r('before_messages', usize),
    r('after_messages', usize),
    r('percent_before', f32),
    optional('summary', text)
  ),
  run_control_applied: event(
    r('request_id', text),
    r('operation', choice('steer', 'interrupt')),
    nullable('turn_id', text),
    r('turn_revision', u64),
    optional('input', text),
    optional('reason', text)
  ),
  persistence_failed: event(r('session_id', text), r('operation', text), r('error', text)),
  budget_threshold_hit: event(
    r('resource', text),
    r('kind', text),
    r('consumed', f64),
    r('limit', f64),
    optional('message', text)
  ),
  passivation_requested: event(r('reason', text), nullable('deadline_ms', u64)),
  peer_invocation: event(r('from_session_id', text), optional('from_tenant_id', text), optional('correlation_id', text))
}

export const agentEvent: Shape = { is: 'tagged', tag: 'type', variants }

/** Event types that 9.1.3 knows; anything else is kept raw. */
export const knownEventTypes: ReadonlySet<string> = new Set(Object.keys(variants))
