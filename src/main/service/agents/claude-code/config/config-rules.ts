import type { ConfigRules } from '../../../redaction/config-rules'

const servers = ['mcpServers.*', 'projects.*.mcpServers.*']

/** Where the configuration of Claude Code holds secrets, and what of it may be shown. */
export const configRules: ConfigRules = {
  secret: [
    { path: 'env.**', kind: 'environment variable' },
    { path: 'apiKeyHelper', kind: 'command that gives a key' },
    { path: 'awsAuthRefresh', kind: 'command that gives a key' },
    { path: 'awsCredentialExport', kind: 'command that gives a key' },
    { path: 'otelHeadersHelper', kind: 'command that gives a key' },
    { path: 'oauthAccount.**', kind: 'account' },
    { path: 'customApiKeyResponses.**', kind: 'part of an api key' },
    { path: 'primaryApiKey', kind: 'api key' },
    { path: 'userID', kind: 'account' },
    { path: 'machineID', kind: 'account' },
    ...servers.flatMap((server) => [
      { path: `${server}.env.**`, kind: 'environment variable' },
      { path: `${server}.headers.**`, kind: 'header' },
      { path: `${server}.args.**`, kind: 'program argument' },
      { path: `${server}.url`, kind: 'address that may hold credentials' },
      { path: `${server}.headersHelper`, kind: 'command that gives a key' }
    ]),
    { path: 'hooks.**.command', kind: 'command' },
    { path: 'statusLine.command', kind: 'command' }
  ],
  plain: [
    'model',
    'outputStyle',
    'language',
    'theme',
    'effortLevel',
    'defaultMode',
    'permissions.defaultMode',
    'permissions.disableBypassPermissionsMode',
    'autoUpdatesChannel',
    'installMethod',
    'lastOnboardingVersion',
    'forceLoginMethod',
    'teammateMode',
    'preferredNotifChannel',
    'editorMode',
    'hooks.*.*.matcher',
    'hooks.*.*.hooks.*.type',
    'statusLine.type',
    ...servers.map((server) => `${server}.type`),
    ...servers.map((server) => `${server}.command`)
  ]
}
