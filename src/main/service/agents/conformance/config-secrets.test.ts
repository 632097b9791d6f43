import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { AgentId } from '@shared/domain/agents'
import { stringify as toml } from 'smol-toml'
import { afterEach, describe, expect, it } from 'vitest'
import { maskConfig } from '../../redaction/mask-config'
import { adapterOf } from '../registry'
import { readingFor } from './browse'

let homes: string[] = []
afterEach(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true })
  homes = []
})

/** Secrets that look like nothing: only where they stand tells what they are. */
class Planter {
  readonly made: string[] = []

  secret(): string {
    const secret = `planted ${this.made.length} ${(this.made.length * 7919).toString(36)}`
    this.made.push(secret)
    return secret
  }

  server(): Record<string, unknown> {
    const [env, headers] = [
      { TOKEN: this.secret(), LEVEL: this.secret() },
      { Authorization: this.secret(), 'X-Trace': this.secret() }
    ]
    return { args: [this.secret(), this.secret()], env, headers, url: this.secret(), own: { deep: [this.secret()] } }
  }
}

type Files = Readonly<Record<string, (planter: Planter) => unknown>>

const hooks = (planter: Planter) => ({ Stop: [{ hooks: [{ type: 'command', command: planter.secret() }] }] })

/** Where each agent keeps configuration and credentials below a home (formats: "Config and secrets"). */
const places: Readonly<Partial<Record<AgentId, Files>>> = {
  'claude-code': {
    '.claude/settings.json': (p) => ({
      model: 'shown',
      env: { ANTHROPIC_API_KEY: p.secret(), PLAIN: p.secret() },
      apiKeyHelper: p.secret(),
      hooks: hooks(p),
      mcpServers: { a: p.server() }
    }),
    '.claude/settings.local.json': (p) => ({ env: { ANTHROPIC_AUTH_TOKEN: p.secret() }, later: p.secret() }),
    '.claude.json': (p) => ({
      oauthAccount: { emailAddress: p.secret() },
      customApiKeyResponses: { approved: [p.secret()] },
      userID: p.secret(),
      machineID: p.secret(),
      mcpServers: { a: p.server() },
      projects: { '/w': { mcpServers: { b: p.server() }, history: [{ display: p.secret() }] } }
    }),
    '.claude/.credentials.json': (p) => ({ claudeAiOauth: { accessToken: p.secret() } })
  },
  codex: {
    '.codex/config.toml': (p) => ({
      model: 'shown',
      mcp_servers: {
        a: { command: 'shown', args: [p.secret()], env: { KEY: p.secret() }, http_headers: { X: p.secret() } }
      },
      model_providers: {
        b: { experimental_bearer_token: p.secret(), http_headers: { X: p.secret() }, base_url: p.secret() }
      },
      otel: { exporter: { 'otlp-http': { headers: { X: p.secret() } } } },
      later: { text: p.secret() }
    }),
    '.codex/work.config.toml': (p) => ({ mcp_servers: { a: { env: { KEY: p.secret() } } } }),
    '.codex/auth.json': (p) => ({ OPENAI_API_KEY: p.secret(), tokens: { access_token: p.secret() } }),
    '.codex/shell_snapshots/one.sh': (p) => `export KEY='${p.secret()}'`
  },
  gemini: {
    '.gemini/settings.json': (p) => ({ ui: { theme: 'shown' }, mcpServers: { a: p.server() }, later: p.secret() }),
    '.gemini/.env': (p) => `GEMINI_API_KEY=${p.secret()}`,
    '.gemini/oauth_creds.json': (p) => ({ access_token: p.secret() }),
    '.gemini/google_accounts.json': (p) => ({ active: p.secret() }),
    '.gemini/mcp-oauth-tokens.json': (p) => [{ token: { accessToken: p.secret() } }]
  },
  opencode: {
    '.config/opencode/opencode.json': (p) => ({
      model: 'shown',
      provider: { a: { options: { apiKey: p.secret(), headers: { X: p.secret() }, baseURL: p.secret() } } },
      mcp: {
        a: { headers: { X: p.secret() }, environment: { KEY: p.secret() }, url: p.secret(), command: [p.secret()] }
      },
      later: p.secret()
    }),
    '.local/share/opencode/auth.json': (p) => ({ a: { type: 'api', key: p.secret() } }),
    '.local/share/opencode/storage/migration': () => '1'
  },
  'qwen-code': {
    '.qwen/settings.json': (p) => ({
      model: { name: 'shown' },
      security: { auth: { apiKey: p.secret() } },
      env: { KEY: p.secret() },
      modelProviders: { openai: [{ apiKey: p.secret(), baseUrl: p.secret() }] },
      mcpServers: { a: p.server() },
      hooks: hooks(p)
    }),
    '.qwen/.env': (p) => `OPENAI_API_KEY=${p.secret()}`,
    '.qwen/oauth_creds.json': (p) => ({ access_token: p.secret() })
  },
  pi: {
    '.pi/agent/settings.json': (p) => ({ defaultModel: 'shown', later: p.secret() }),
    '.pi/agent/models.json': (p) => ({
      providers: {
        a: {
          apiKey: p.secret(),
          baseUrl: p.secret(),
          headers: { X: p.secret() },
          models: [{ headers: { X: p.secret() } }]
        }
      }
    }),
    '.pi/agent/auth.json': (p) => ({ a: { type: 'api_key', key: p.secret() } })
  },
  cline: {
    '.cline/data/globalState.json': (p) => ({
      mode: 'shown',
      apiKey: p.secret(),
      openAiBaseUrl: p.secret(),
      later: { a: [p.secret()] }
    }),
    '.cline/data/secrets.json': (p) => ({ apiKey: p.secret() }),
    '.cline/data/settings/cline_mcp_settings.json': (p) => ({
      mcpServers: { a: p.server(), b: { transport: p.server() } }
    }),
    '.cline/data/settings/providers.json': (p) => ({ providers: { a: { apiKey: p.secret() } } })
  },
  'copilot-cli': {
    '.copilot/config.json': (p) => ({
      model: 'shown',
      copilot_tokens: { 'https://example.org:me': p.secret() },
      logged_in_users: [{ login: p.secret() }],
      trusted_folders: [p.secret()]
    }),
    '.copilot/settings.json': (p) => ({ proxy: p.secret(), later: p.secret() }),
    '.copilot/mcp-config.json': (p) => ({ mcpServers: { a: p.server() } }),
    '.copilot/mcp-oauth-config.json': (p) => ({ client: p.secret() })
  },
  droid: {
    '.factory/settings.json': (p) => ({
      model: 'shown',
      customModels: [{ apiKey: p.secret(), baseUrl: p.secret(), extraHeaders: { X: p.secret() } }],
      hooks: hooks(p)
    }),
    '.factory/config.json': (p) => ({ custom_models: [{ api_key: p.secret(), base_url: p.secret() }] }),
    '.factory/mcp.json': (p) => ({ mcpServers: { a: p.server() } }),
    '.factory/auth.json': (p) => ({ access_token: p.secret() })
  }
}

function plant(files: Files, planter: Planter): string {
  const home = mkdtempSync(join(tmpdir(), 'reprise-secrets-'))
  homes.push(home)
  for (const [name, make] of Object.entries(files)) {
    const path = join(home, name)
    const value = make(planter)
    mkdirSync(dirname(path), { recursive: true })
    const text = typeof value === 'string' ? value : name.endsWith('.toml') ? toml(value) : JSON.stringify(value)
    writeFileSync(path, text)
  }
  return home
}

async function maskedConfig(agent: AgentId, home: string): Promise<string> {
  const adapter = adapterOf(agent)
  if (adapter === undefined) throw new Error(`${agent} has no adapter`)
  const sources = await adapter.locate({ home, env: {}, platform: 'linux', cwd: home, settings: [], flags: [] })
  const documents = await Promise.all(sources.map((source) => adapter.config(source, null, readingFor())))
  return JSON.stringify(documents.flat().map((document) => maskConfig(document, adapter.configRules)))
}

describe('configuration of the agents that people use', () => {
  it.each(Object.entries(places) as [AgentId, Files][])(
    '%s is shown with every secret masked, wherever the agent keeps one',
    async (agent, files) => {
      const planter = new Planter()
      const shown = await maskedConfig(agent, plant(files, planter))
      expect(planter.made.length).toBeGreaterThan(4)
      expect(planter.made.filter((secret) => shown.includes(secret))).toEqual([])
      expect(shown).toContain('shown')
      // Each file is there by its name, whether or not it is read.
      for (const name of Object.keys(files).filter((each) => /\/(?:auth|settings|config)[^/]*$/.test(each))) {
        expect(shown).toContain(name.split('/').at(-1))
      }
    }
  )

  it.each(Object.entries(places) as [AgentId, Files][])(
    'says nothing of a secret in a damaged file of %s',
    async (agent, files) => {
      const planter = new Planter()
      const home = plant(files, planter)
      for (const name of Object.keys(files))
        writeFileSync(join(home, name), `{"key": "${planter.secret()}", nonsense ${planter.secret()}`)
      const shown = await maskedConfig(agent, home)
      expect(planter.made.filter((secret) => shown.includes(secret))).toEqual([])
    }
  )
})
