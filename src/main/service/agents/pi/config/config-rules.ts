import type { ConfigRules } from '../../../redaction/config-rules'

/** What of `settings.json` and `models.json` may be shown (format: "Secrets"). Everything else of text is masked, addresses included. */
export const configRules: ConfigRules = {
  secret: [
    { path: 'providers.*.apiKey', kind: 'key' },
    { path: 'providers.*.headers.*', kind: 'header' },
    { path: 'providers.*.models.*.headers.*', kind: 'header' }
  ],
  plain: [
    'defaultProvider',
    'defaultModel',
    'defaultThinkingLevel',
    'theme',
    'queueMode',
    'lastChangelogVersion',
    'shellPath',
    'providers.*.api',
    'providers.*.models.*.id',
    'providers.*.models.*.name',
    'providers.*.models.*.api',
    'providers.*.models.*.input.*',
    'extensions.*',
    'skills.*',
    'enabledModels.*'
  ]
}
