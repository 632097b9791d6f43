import type { ConfigRules } from '../../redaction/config-rules'

/** `Tool`, `Tool(*)` or `Tool(program --flag:*)`: a rule that says more may hold the argument that somebody once allowed. */
const harmlessRule = /^(?:[A-Za-z_]{1,24}|lane:[a-z]{1,12})(?:\((?:[a-z]{1,12}(?: -{0,2}[a-z]{1,10}){0,2})?:?\*?\))?$/

/** A program with a few plain flags. */
const harmlessCommand = /^[a-z]{1,12}(?: -{0,2}[a-z]{1,10}){0,2}$/

/** Where a session's configuration holds secrets, and what of it may be shown (format 2.3, 2.4, 2.7 to 2.10). */
export const configRules: ConfigRules = {
  secret: [
    { path: 'llm_config.api_key', kind: 'api key' },
    { path: 'llm_config.base_url', kind: 'address that may hold credentials' },
    { path: 'config.security_config.classification_rules.*.pattern', kind: 'pattern of a secret' },
    { path: 'config.system_prompt', kind: 'prompt text' }
  ],
  plain: [
    'config.name',
    'config.workspace',
    'config.storage_type',
    'config.planning_mode',
    'config.parent_id',
    'config.confirmation_policy.timeout_action',
    'config.confirmation_policy.yolo_lanes.*',
    'config.permission_policy.default_decision',
    'config.queue_config.laneHandlers.*.mode',
    'config.queue_config.retryPolicy.strategy',
    'config.queue_config.rateLimit.limitType',
    'config.queue_config.priorityBoost.strategy',
    'config.security_config.classification_rules.*.name',
    'config.security_config.classification_rules.*.level',
    'config.security_config.redaction_strategy',
    'config.tool_presentation_profile.*',
    'config.tool_result_transform_policy.schema',
    'llm_config.provider',
    'llm_config.model',
    'model_name',
    'state',
    'tool_names.*',
    'agent_template_id',
    'model',
    'effort',
    'mode',
    'theme',
    'session_id'
  ],
  formed: [
    ...['allow', 'deny', 'ask'].flatMap((list) => [
      { path: `config.permission_policy.${list}.*.rule`, form: harmlessRule },
      { path: `config.permission_policy.${list}.*`, form: harmlessRule }
    ]),
    { path: 'config.security_config.dangerous_commands.*', form: harmlessCommand }
  ]
}
