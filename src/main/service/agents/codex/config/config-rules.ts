import type { ConfigRules } from '../../../redaction/config-rules'

/**
 * What of `config.toml` and profiles may be shown (format: "Config and secrets"). Not listed, and so masked: addresses, whose user part and
 * query may hold keys, arguments of servers, hooks, and instructions.
 */
export const configRules: ConfigRules = {
  secret: [
    { path: 'mcp_servers.*.env.*', kind: 'environment value' },
    { path: 'mcp_servers.*.http_headers.*', kind: 'header' },
    { path: 'mcp_servers.*.bearer_token', kind: 'token' },
    { path: 'model_providers.*.experimental_bearer_token', kind: 'token' },
    { path: 'model_providers.*.http_headers.*', kind: 'header' },
    { path: 'model_providers.*.query_params.*', kind: 'query value' },
    { path: 'otel.exporter.*.headers.*', kind: 'header' },
    { path: 'otel.trace_exporter.*.headers.*', kind: 'header' },
    { path: 'otel.metrics_exporter.*.headers.*', kind: 'header' },
    { path: 'shell_environment_policy.set.*', kind: 'environment value' }
  ],
  plain: [
    'model',
    'model_provider',
    'model_reasoning_effort',
    'model_reasoning_summary',
    'model_verbosity',
    'approval_policy',
    'sandbox_mode',
    'profile',
    'file_opener',
    'cli_auth_credentials_store',
    'mcp_oauth_credentials_store',
    'history.persistence',
    'profiles.*.model',
    'profiles.*.model_provider',
    'profiles.*.model_reasoning_effort',
    'profiles.*.model_reasoning_summary',
    'profiles.*.approval_policy',
    'profiles.*.sandbox_mode',
    'projects.*.trust_level',
    'model_providers.*.name',
    'model_providers.*.env_key',
    'model_providers.*.wire_api',
    'model_providers.*.env_http_headers.*',
    'mcp_servers.*.command',
    'mcp_servers.*.cwd',
    'mcp_servers.*.bearer_token_env_var',
    'mcp_servers.*.env_http_headers.*',
    'mcp_servers.*.env_vars.*',
    'mcp_servers.*.enabled_tools.*',
    'mcp_servers.*.disabled_tools.*',
    'sandbox_workspace_write.writable_roots.*',
    'shell_environment_policy.inherit',
    'tui.theme'
  ]
}
