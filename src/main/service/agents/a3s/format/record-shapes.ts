import {
  anything,
  byDefault,
  choice,
  closedStruct,
  f32,
  flag,
  i32,
  i64,
  list,
  nullable,
  optional,
  required,
  type Shape,
  struct,
  text,
  u64,
  unlessDefault,
  usize
} from './shape'

/** Format 2.4. */
export const tokenUsage = struct('TokenUsage', [
  required('prompt_tokens', usize),
  required('completion_tokens', usize),
  required('total_tokens', usize),
  nullable('cache_read_tokens', usize),
  nullable('cache_write_tokens', usize)
])

const priority = choice('high', 'medium', 'low')
export const taskStatus = choice('pending', 'in_progress', 'completed', 'failed', 'skipped', 'cancelled')

/** Format 2.6. */
export const task = struct('Task', [
  required('id', text),
  required('content', text),
  required('status', taskStatus),
  byDefault('priority', priority, '"medium"'),
  optional('tool', text),
  unlessDefault('dependencies', list(text), '[]'),
  optional('success_criteria', text)
])

/** Format 2.6. */
export const executionPlan = struct('ExecutionPlan', [
  required('goal', text),
  optional('execution_context', text),
  required('steps', list(task)),
  required('complexity', choice('Simple', 'Medium', 'Complex', 'VeryComplex')),
  required('required_tools', list(text)),
  required('estimated_steps', usize)
])

/** Format 2.6. */
export const agentGoal = struct('AgentGoal', [
  required('description', text),
  required('success_criteria', list(text)),
  required('progress', f32),
  required('achieved', flag),
  required('created_at', i64),
  nullable('achieved_at', i64)
])

/** Format 3.1. */
export const toolArtifact = struct('ToolArtifact', [
  required('artifact_id', text),
  required('artifact_uri', text),
  required('tool_name', text),
  required('content', text),
  required('original_bytes', usize),
  required('shown_bytes', usize)
])

/** Format 3.1. */
export const artifactManifest = struct('ArtifactStoreSnapshot', [
  required('artifacts', list(toolArtifact)),
  byDefault('retained_uris', list(text), '[]')
])

/** Format 3.5. */
export const traceEvent = struct('TraceEvent', [
  required('schema', text),
  required('kind', choice('tool_execution', 'program_execution')),
  required('name', text),
  required('success', flag),
  required('exit_code', i32),
  required('duration_ms', u64),
  required('output_bytes', usize),
  unlessDefault('metadata_keys', list(text), '[]'),
  unlessDefault('artifact_uris', list(text), '[]'),
  optional('details', anything)
])

export const verificationStatus = choice('passed', 'failed', 'needs_review', 'skipped')

/** Format 3.7. */
export const verificationReport = struct('VerificationReport', [
  required('schema', text),
  required('subject', text),
  required('status', verificationStatus),
  required(
    'checks',
    list(
      struct('VerificationCheck', [
        required('id', text),
        required('kind', text),
        required('description', text),
        required('status', verificationStatus),
        byDefault('required', flag, 'false'),
        unlessDefault('suggested_tools', list(text), '[]'),
        unlessDefault('evidence_uris', list(text), '[]'),
        optional('residual_risk', text)
      ])
    )
  ),
  unlessDefault('residual_risks', list(text), '[]'),
  optional('effect_digest', text)
])

export const sourceAnchors = list(
  struct('SubagentSourceAnchor', [required('tool', text), required('url_or_path', text)])
)

/** Format 3.8. */
export const subagentTask = struct('SubagentTaskSnapshot', [
  required('task_id', text),
  required('parent_session_id', text),
  required('child_session_id', text),
  required('agent', text),
  required('description', text),
  required('status', choice('running', 'completed', 'failed', 'cancelled')),
  required('started_ms', u64),
  required('updated_ms', u64),
  optional('finished_ms', u64),
  optional('output', text),
  optional('success', flag),
  unlessDefault('source_anchors', sourceAnchors, '[]'),
  required(
    'progress',
    list(
      struct('SubagentProgressEntry', [
        required('timestamp_ms', u64),
        required('status', text),
        required('metadata', anything)
      ])
    )
  )
])

const reviewSubject: Shape = {
  is: 'tagged',
  tag: 'type',
  variants: {
    transcript: struct('ReviewSubject', [
      required('turnId', text),
      optional('runId', text),
      optional('charStart', usize),
      optional('charEnd', usize)
    ]),
    opaque: struct('ReviewSubject', [required('kind', text), required('uri', text)])
  }
}

/** Format 2.11. */
export const sessionReview = closedStruct('SessionReviewStoreV1', [
  required('schema', text),
  required('sessionId', text),
  required(
    'findings',
    list(
      closedStruct('SessionReviewFindingV1', [
        required('schema', text),
        required('findingId', text),
        required('sessionId', text),
        byDefault('scenarioId', text, '"reply.transcript"'),
        required('status', choice('pending', 'addressed', 'accepted', 'waived')),
        required('severity', choice('info', 'warning', 'error', 'blocker')),
        required('category', text),
        required('claim', text),
        required('evidence', text),
        optional('quote', text),
        optional('suggestion', text),
        required('subject', reviewSubject),
        required('sourceReviewId', text),
        optional('addressedByRunId', text),
        optional('mainAgentReply', text),
        optional('acceptedByReviewId', text),
        optional('reopenReason', text),
        required('observedAtMs', u64),
        required('updatedAtMs', u64)
      ])
    )
  )
])
