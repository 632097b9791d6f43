import type { ConfigRules } from '../../../redaction/config-rules'

/** What of `config.json`, `settings.json` and `mcp-config.json` may be shown (format: section 9). Everything else of text is masked. */
export const configRules: ConfigRules = {
  secret: [
    { path: 'copilot_tokens.**', kind: 'token' },
    { path: 'copilotTokens.**', kind: 'token' },
    { path: 'logged_in_users.**', kind: 'account' },
    { path: 'last_logged_in_user.**', kind: 'account' },
    { path: 'loggedInUsers.**', kind: 'account' },
    { path: 'lastLoggedInUser.**', kind: 'account' },
    { path: 'mcpServers.*.env.**', kind: 'environment variable' },
    { path: 'mcpServers.*.headers.**', kind: 'header' },
    { path: 'mcpServers.*.args.**', kind: 'program argument' },
    { path: 'mcpServers.*.url', kind: 'address that may hold credentials' },
    { path: 'proxy', kind: 'address that may hold credentials' }
  ],
  plain: [
    'model',
    'theme',
    'banner',
    'editor',
    'reasoning_effort',
    'reasoningEffort',
    'log_level',
    'logLevel',
    'mcpServers.*.type',
    'mcpServers.*.command',
    'mcpServers.*.tools.*'
  ]
}
