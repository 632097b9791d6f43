import type { ConfigRules } from '../../../redaction/config-rules'

/** Where the settings of Qwen Code hold secrets, and what of them may be shown. */
export const configRules: ConfigRules = {
  secret: [
    { path: 'mcpServers.*.env.**', kind: 'environment variable' },
    { path: 'mcpServers.*.headers.**', kind: 'header' },
    { path: 'mcpServers.*.args.**', kind: 'program argument' },
    { path: 'mcpServers.*.oauth.**', kind: 'account' },
    { path: 'mcpServers.*.url', kind: 'address that may hold credentials' },
    { path: 'mcpServers.*.httpUrl', kind: 'address that may hold credentials' },
    { path: 'modelProviders.**.apiKey', kind: 'api key' },
    { path: 'modelProviders.**.baseUrl', kind: 'address that may hold credentials' },
    { path: 'env.**', kind: 'environment variable' },
    { path: 'security.auth.apiKey', kind: 'api key' },
    { path: 'telemetry.otlpEndpoint', kind: 'address that may hold credentials' },
    { path: 'hooks.**.command', kind: 'command' },
    { path: 'tools.discoveryCommand', kind: 'command' },
    { path: 'tools.callCommand', kind: 'command' }
  ],
  plain: [
    'model',
    'model.name',
    'theme',
    'ui.theme',
    'selectedAuthType',
    'security.auth.selectedType',
    'security.auth.enforcedType',
    'general.preferredEditor',
    'general.defaultApprovalMode',
    'general.sessionRetention.maxAge',
    'preferredEditor',
    'mcpServers.*.type',
    'mcpServers.*.command'
  ]
}
