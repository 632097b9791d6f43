import type { ConfigRules } from '../../../redaction/config-rules'

/** What of the settings of Cline may be shown (format: section 7). Everything else of text is masked, addresses included. */
export const configRules: ConfigRules = {
  secret: [
    { path: '**.apiKey', kind: 'api key' },
    { path: 'mcpServers.*.env.**', kind: 'environment variable' },
    { path: 'mcpServers.*.headers.**', kind: 'header' },
    { path: 'mcpServers.*.args.**', kind: 'program argument' },
    { path: 'mcpServers.*.url', kind: 'address that may hold credentials' },
    { path: 'mcpServers.*.transport.env.**', kind: 'environment variable' },
    { path: 'mcpServers.*.transport.headers.**', kind: 'header' },
    { path: 'mcpServers.*.transport.args.**', kind: 'program argument' },
    { path: 'mcpServers.*.transport.url', kind: 'address that may hold credentials' }
  ],
  plain: [
    'mode',
    'preferredLanguage',
    'telemetrySetting',
    'actModeApiProvider',
    'planModeApiProvider',
    'actModeApiModelId',
    'planModeApiModelId',
    'mcpServers.*.type',
    'mcpServers.*.command',
    'mcpServers.*.transportType',
    'mcpServers.*.transport.type',
    'mcpServers.*.transport.command'
  ]
}
