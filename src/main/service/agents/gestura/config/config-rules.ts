import type { ConfigRules } from '../../../redaction/config-rules'

const providers = ['openai', 'anthropic', 'gemini', 'grok']

/** Where the agent's configuration holds secrets, and what of it may be shown. MCP servers have the same keys in `.mcp.json`. */
export const configRules: ConfigRules = {
  secret: [
    ...providers.map((provider) => ({ path: `llm.${provider}.api_key`, kind: 'api key' })),
    { path: 'llm.*.base_url', kind: 'address that may hold credentials' },
    { path: 'voice.openai_api_key', kind: 'api key' },
    { path: 'voice.openai_base_url', kind: 'address that may hold credentials' },
    { path: 'web_search.serpapi_key', kind: 'api key' },
    { path: 'web_search.brave_key', kind: 'api key' },
    { path: 'nats_url', kind: 'address that may hold credentials' },
    ...['mcp_servers.*', 'mcp_tools.*', 'mcpServers.*'].flatMap((server) => [
      { path: `${server}.env.**`, kind: 'environment variable' },
      { path: `${server}.headers.**`, kind: 'header' },
      { path: `${server}.args.**`, kind: 'program argument' },
      { path: `${server}.url`, kind: 'address that may hold credentials' },
      { path: `${server}.endpoint`, kind: 'address that may hold credentials' }
    ]),
    { path: 'hooks.hooks.*.command.args.**', kind: 'program argument' }
  ],
  plain: [
    'hotkey_listen',
    'llm_primary_provider',
    'llm_fallback_provider',
    ...['openai', 'anthropic', 'gemini', 'grok', 'ollama'].map((provider) => `${provider}_model`),
    'llm.primary',
    'llm.fallback',
    'llm.*.model',
    'voice.provider',
    'voice.openai_model',
    'voice.audio_device',
    'voice.input_path',
    'voice.local_model_path',
    'web_search.provider',
    'web_search.fallback_providers.*',
    'pipeline.compaction_strategy',
    'permissions.default_level',
    'hooks.allowed_programs.*',
    'hooks.hooks.*.name',
    'hooks.hooks.*.event',
    'hooks.hooks.*.command.program',
    ...['mcp_servers.*', 'mcp_tools.*', 'mcpServers.*'].flatMap((server) =>
      ['name', 'type', 'scope', 'command'].map((key) => `${server}.${key}`)
    ),
    'model',
    'llm_config.provider',
    'llm_config.model',
    'voice_config.provider',
    'voice_config.model',
    'tool_settings.permission_level'
  ]
}
