import type { ConfigRules } from '../../../redaction/config-rules'

/**
 * What of `config.toml` may be shown (format: "Secrets"). Not listed, and so masked: arguments of servers, addresses (their
 * user part and query may hold keys), the hook and the instructions.
 */
export const configRules: ConfigRules = {
  secret: [
    { path: 'mcp_servers.*.env.*', kind: 'environment value' },
    { path: 'memory.remote.bearer_token', kind: 'token' }
  ],
  plain: [
    'auth.mode',
    'auth.file',
    'agent.workspace',
    'agent.model',
    'agent.thinking',
    'agent.reasoning_mode',
    'agent.transport',
    'mcp_servers.*.command',
    'mcp_servers.*.cwd',
    'mcp_servers.*.bearer_token_env_var',
    'mcp_servers.*.header_env.*',
    'skills.roots.*',
    'memory.remote.namespace',
    'memory.remote.workspace_roots.*',
    'theme.**'
  ]
}
