/** A member of a file in which an agent keeps a secret of its own. Sessions show such files when somebody has them printed. */
export interface AgentMember {
  readonly agent: string
  readonly file: string
  /** Where it is in the file: names of members. */
  readonly path: readonly string[]
  /** What stands beside it in the same object, where its own name says too little. */
  readonly beside?: { readonly type: string }
}

const member = (agent: string, file: string, path: string, type?: string): AgentMember => ({
  ...{ agent, file, path: path.split('.') },
  ...(type !== undefined && { beside: { type } })
})

/** By what the agents' own programs write (their format pages), and what their documentation has people write. */
export const agentMembers: readonly AgentMember[] = [
  member('claude-code', '.credentials.json', 'claudeAiOauth.accessToken'),
  member('claude-code', '.credentials.json', 'claudeAiOauth.refreshToken'),
  member('claude-code', '.claude.json', 'primaryApiKey'),
  member('claude-code', '.mcp.json', 'mcpServers.x.env.SERVICE_API_KEY'),
  member('codex', 'auth.json', 'OPENAI_API_KEY'),
  member('codex', 'auth.json', 'tokens.access_token'),
  member('codex', 'auth.json', 'tokens.refresh_token'),
  member('codex', 'auth.json', 'tokens.id_token'),
  member('codex', 'config.toml', 'model_providers.x.experimental_bearer_token'),
  member('gemini', 'oauth_creds.json', 'access_token'),
  member('gemini', 'oauth_creds.json', 'refresh_token'),
  member('gemini', 'settings.json', 'security.auth.apiKey'),
  member('qwen-code', 'oauth_creds.json', 'access_token'),
  member('qwen-code', 'oauth_creds.json', 'refresh_token'),
  member('opencode', 'auth.json', 'anthropic.access', 'oauth'),
  member('opencode', 'auth.json', 'anthropic.refresh', 'oauth'),
  member('opencode', 'auth.json', 'openai.key', 'api'),
  member('opencode', 'opencode.json', 'provider.x.options.apiKey'),
  member('opencode', 'opencode.json', 'mcp.x.oauth.clientSecret'),
  member('pi', 'auth.json', 'anthropic.access', 'oauth'),
  member('pi', 'auth.json', 'anthropic.refresh', 'oauth'),
  member('pi', 'auth.json', 'openai.key', 'api_key'),
  member('cline', 'secrets.json', 'apiKey'),
  member('cline', 'secrets.json', 'openRouterApiKey'),
  member('copilot-cli', 'config.json', 'oauth_token'),
  member('crush', 'crush.json', 'providers.x.api_key'),
  member('droid', 'auth.json', 'access_token'),
  member('droid', 'auth.json', 'refresh_token'),
  member('gestura', 'config.yaml', 'llm.openai.api_key'),
  member('gestura', 'config.yaml', 'web_search.serpapi_key'),
  member('tact', 'config.toml', 'memory.remote.bearer_token'),
  member('a3s', 'config.json', 'llm_config.api_key')
]

/** What `type` says beside a member `key` that is one. */
export const typesOfKeys: ReadonlySet<string> = new Set(
  agentMembers.flatMap(({ path, beside }) => (beside !== undefined && path.at(-1) === 'key' ? [beside.type] : []))
)
