import { boolean, defaulted, list, map, omitted, required, struct, text, u8, u64, word } from '../../../json/shape'

const reflection = struct(
  defaulted('enabled', boolean, 'false'),
  defaulted('quality_threshold_percent', u64, '60'),
  defaulted('max_injected', u64, '3'),
  defaulted('max_retry_attempts', u64, '1'),
  defaulted('promotion_confidence_percent', u64, '75')
)

const pipeline = struct(
  defaulted('max_history_messages', u64, '10'),
  defaulted('iteration_budget_enabled', boolean, 'false'),
  defaulted('max_iterations', u64, '10'),
  defaulted('tracked_task_max_iterations', u64, '30'),
  defaulted('auto_compact_threshold_percent', u8, '80'),
  defaulted('compaction_strategy', word(['Summarize', 'Truncate', 'Clear', 'Prompt', 'MemoryBank']), '"Summarize"'),
  defaulted('max_context_tokens', u64, '0'),
  defaulted('log_token_usage', boolean, 'true'),
  defaulted('agent_telemetry', struct(defaulted('enabled', boolean, 'false')), '{}'),
  defaulted(
    'project_guardrails',
    struct(defaulted('enabled', boolean, 'true'), defaulted('max_chars', u64, '12000')),
    '{}'
  ),
  defaulted('reflection', reflection, '{}')
)

const defaultTools = JSON.stringify({
  file: true,
  shell: true,
  git: true,
  code: true,
  web: true,
  web_search: true,
  task: true,
  screenshot: false,
  screen_record: false,
  screen: false,
  a2a: false,
  permissions: false,
  mcp: false
})

const lowercaseLevels = { sandbox: 'Sandbox', restricted: 'Restricted', full: 'Full' }

const permissions = struct(
  defaulted('default_level', word(['Sandbox', 'Restricted', 'Full'], lowercaseLevels), '"Restricted"'),
  defaulted('default_enabled_tools', map(boolean), defaultTools)
)

const hook = struct(
  required('name', text),
  required('event', word(['pre_pipeline', 'post_pipeline', 'pre_tool', 'post_tool'])),
  required('command', struct(required('program', text), defaulted('args', list(text), '[]')))
)

const hooks = struct(
  defaulted('enabled', boolean, 'false'),
  defaulted('allowed_programs', list(text), '[]'),
  defaulted('hooks', list(hook), '[]'),
  defaulted('timeout_ms', u64, '5000'),
  defaulted('max_output_bytes', u64, '65536')
)

/** Keys of a checkpoint that are named after a model, and the provider's section of the configuration. Gemini has none. */
export const modelKeys = {
  openai_model: 'openai',
  anthropic_model: 'anthropic',
  grok_model: 'grok',
  ollama_model: 'ollama'
} as const

/** The part of the configuration that a checkpoint holds. */
export const checkpointConfig = struct(
  required('pipeline', pipeline),
  required('permissions', permissions),
  required('llm_primary_provider', text),
  omitted('llm_fallback_provider', text),
  omitted('openai_model', text),
  omitted('anthropic_model', text),
  omitted('grok_model', text),
  omitted('ollama_model', text),
  defaulted('hooks', hooks, '{}')
)

/** The sections of the configuration whose values are known well enough to judge them. */
export const judgedSections = struct(
  defaulted('pipeline', pipeline, '{}'),
  defaulted('permissions', permissions, '{}'),
  defaulted('hooks', hooks, '{}')
)
