import type { ConfigRules } from '../../../redaction/config-rules'

/**
 * What of `opencode.json` may be shown (format: "Config and secrets"). Not listed, and so masked: addresses, whose user part and query may
 * hold keys, commands of servers, prompts and instructions.
 */
export const configRules: ConfigRules = {
  secret: [
    { path: 'provider.*.options.apiKey', kind: 'key' },
    { path: 'provider.*.options.headers.*', kind: 'header' },
    { path: 'provider.*.models.*.headers.*', kind: 'header' },
    { path: 'provider.*.models.*.options.apiKey', kind: 'key' },
    { path: 'mcp.*.headers.*', kind: 'header' },
    { path: 'mcp.*.environment.*', kind: 'environment value' },
    { path: 'mcp.*.oauth.clientSecret', kind: 'secret' },
    { path: 'formatter.*.environment.*', kind: 'environment value' },
    { path: 'lsp.*.env.*', kind: 'environment value' }
  ],
  plain: [
    'model',
    'small_model',
    'default_agent',
    'theme',
    'share',
    'autoupdate',
    'username',
    'logLevel',
    'layout',
    'disabled_providers.*',
    'enabled_providers.*',
    'provider.*.name',
    'provider.*.npm',
    'provider.*.env.*',
    'provider.*.models.*.name',
    'provider.*.models.*.id',
    'mcp.*.type',
    'agent.*.model',
    'agent.*.mode',
    'agent.*.description',
    'mode.*.model',
    'command.*.agent',
    'command.*.model',
    'command.*.description',
    'permission.*',
    'agent.*.permission.*',
    'keybinds.*',
    'tui.*'
  ]
}
