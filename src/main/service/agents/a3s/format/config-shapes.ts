import { toolPresentationProfile, toolResultTransformPolicy } from './binding-shapes'
import {
  byDefault,
  choice,
  f32,
  flag,
  list,
  map,
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

export const adaptiveProfile = '{"schema":"a3s.code.tool-presentation-profile.v1","mode":"adaptive"}'
export const conservativePolicy =
  '{"schema":"a3s.code.tool-result-transform-policy.v1","max_output_bytes":102400,"head_bytes":102400,"tail_bytes":0,"fold_repeated_lines":false,"repeated_line_threshold":3,"structured_sample_items":0}'

const lane = choice('Control', 'Query', 'Execute', 'Generate')

/** Format 2.8. */
const queueConfig = struct('SessionQueueConfig', [
  byDefault('controlMaxConcurrency', usize, '2'),
  byDefault('queryMaxConcurrency', usize, '4'),
  byDefault('executeMaxConcurrency', usize, '2'),
  byDefault('generateMaxConcurrency', usize, '1'),
  byDefault(
    'laneHandlers',
    map(
      struct('LaneHandlerConfig', [
        required('mode', choice('Internal', 'External', 'Hybrid')),
        required('timeout_ms', u64)
      ])
    ),
    '{}'
  ),
  byDefault('enableDlq', flag, 'false'),
  nullable('dlqMaxSize', usize),
  byDefault('enableMetrics', flag, 'false'),
  byDefault('enableAlerts', flag, 'false'),
  nullable('defaultTimeoutMs', u64),
  nullable('storagePath', text),
  nullable(
    'retryPolicy',
    struct('RetryPolicyConfig', [
      required('strategy', text),
      byDefault('maxRetries', u32, '3'),
      byDefault('initialDelayMs', u64, '100'),
      nullable('fixedDelayMs', u64)
    ])
  ),
  nullable('rateLimit', struct('RateLimitConfig', [required('limitType', text), nullable('maxOperations', u64)])),
  nullable('priorityBoost', struct('PriorityBoostConfig', [required('strategy', text), nullable('deadlineMs', u64)])),
  nullable('pressureThreshold', usize),
  byDefault('laneTimeouts', map(u64), '{}')
])

/** Format 2.7. */
const confirmationPolicy = struct('ConfirmationPolicy', [
  required('enabled', flag),
  required('default_timeout_ms', u64),
  required('timeout_action', choice('Reject', 'AutoApprove')),
  required('yolo_lanes', list(lane))
])

const rules: Shape = list({
  is: 'text or',
  field: 'rule',
  of: struct('PermissionRule', [required('rule', text)])
})

/** Format 2.7. */
const permissionPolicy = struct('PermissionPolicy', [
  byDefault('deny', rules, '[]'),
  byDefault('allow', rules, '[]'),
  byDefault('ask', rules, '[]'),
  byDefault('default_decision', choice('allow', 'deny', 'ask'), '"ask"'),
  byDefault('enabled', flag, 'true')
])

/** Format 2.8. */
const autoDelegation = struct('AutoDelegationConfig', [
  byDefault('enabled', flag, 'false'),
  { ...byDefault('autoParallel', flag, 'true'), alias: 'auto_parallel' },
  { ...byDefault('allowManualDelegation', flag, 'true'), alias: 'allow_manual_delegation' },
  byDefault('minConfidence', f32, '0.72'),
  byDefault('maxTasks', usize, '4')
])

/** Format 2.8. */
const securityConfig = struct('SecurityConfig', [
  required('enabled', flag),
  required(
    'classification_rules',
    list(
      struct('ClassificationRule', [
        required('name', text),
        required('pattern', text),
        required('level', choice('Public', 'Normal', 'Sensitive', 'HighlySensitive', 'Critical')),
        required('description', text)
      ])
    )
  ),
  required('redaction_strategy', choice('Mask', 'Remove', 'Hash')),
  required('network_whitelist', list(text)),
  required('dangerous_commands', list(text)),
  required(
    'features',
    struct('FeatureToggles', [
      required('output_sanitizer', flag),
      required('taint_tracking', flag),
      required('tool_interceptor', flag),
      required('injection_defense', flag)
    ])
  )
])

/** Format 2.3. */
export const sessionConfig = struct('SessionConfig', [
  required('name', text),
  required('workspace', text),
  nullable('system_prompt', text),
  required('max_context_length', u32),
  required('auto_compact', flag),
  byDefault('auto_compact_threshold', f32, '0.8'),
  byDefault('storage_type', choice('memory', 'file', 'custom'), '"file"'),
  optional('queue_config', queueConfig),
  optional('confirmation_policy', confirmationPolicy),
  optional('permission_policy', permissionPolicy),
  unlessDefault('enforce_active_skill_tool_restrictions', flag, 'false'),
  optional('max_parallel_tasks', usize),
  optional('auto_delegation', autoDelegation),
  optional('parent_id', text),
  optional('security_config', securityConfig),
  byDefault('planning_mode', choice('Auto', 'Disabled', 'Enabled'), '"Auto"'),
  byDefault('goal_tracking', flag, 'false'),
  byDefault('tool_presentation_profile', toolPresentationProfile, adaptiveProfile),
  byDefault('tool_result_transform_policy', toolResultTransformPolicy, conservativePolicy)
])
