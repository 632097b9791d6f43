import type { ConfigRules } from '../../../redaction/config-rules'

/** What of `settings.json` and `mcp.json` may be shown (format: section 10). Everything else of text is masked, addresses included. */
export const configRules: ConfigRules = {
  secret: [
    { path: 'customModels.*.apiKey', kind: 'api key' },
    { path: 'custom_models.*.api_key', kind: 'api key' },
    { path: 'customModels.*.baseUrl', kind: 'address that may hold credentials' },
    { path: 'custom_models.*.base_url', kind: 'address that may hold credentials' },
    { path: 'customModels.*.extraHeaders.**', kind: 'header' },
    { path: 'customModels.*.extraArgs.**', kind: 'argument' },
    { path: 'mcpServers.*.env.**', kind: 'environment variable' },
    { path: 'mcpServers.*.headers.**', kind: 'header' },
    { path: 'mcpServers.*.args.**', kind: 'program argument' },
    { path: 'mcpServers.*.url', kind: 'address that may hold credentials' },
    { path: 'hooks.**.command', kind: 'command' },
    { path: 'statusLine.command', kind: 'command' }
  ],
  plain: [
    'model',
    'reasoningEffort',
    'autonomyLevel',
    'autonomyMode',
    'interactionMode',
    'theme',
    'diffMode',
    'customModels.*.model',
    'customModels.*.id',
    'customModels.*.displayName',
    'customModels.*.provider',
    'custom_models.*.model',
    'custom_models.*.provider',
    'mcpServers.*.type',
    'mcpServers.*.command'
  ]
}
