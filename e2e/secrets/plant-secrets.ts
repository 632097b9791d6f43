import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stringify as stringifyToml } from 'smol-toml'
import { stringify as stringifyYaml } from 'yaml'
import { makeHomes, type SampleHomes } from '../../scripts/samples/make-homes'
import type { SecretMaker } from './make-secrets'

type Json = Record<string, unknown>

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { mode: 0o600 })
}

function edit(path: string, change: (document: Json) => void): void {
  const document = JSON.parse(readFileSync(path, 'utf8')) as Json
  change(document)
  writeFileSync(path, JSON.stringify(document, null, 2))
}

function many(count: number, make: () => string): string[] {
  return Array.from({ length: count }, make)
}

/**
 * A server as the three agents configure one; every text in it may be a key. Names of programs, models and devices, folders and
 * colours are shown, so only what looks like a secret can be told from them.
 */
function mcpServer(maker: SecretMaker): Json {
  return {
    command: maker.shaped(),
    args: many(3, () => maker.any()),
    env: { TRACKER_TOKEN: maker.any(), LOG_LEVEL: maker.any(), [maker.shaped()]: maker.any() },
    headers: { Authorization: maker.any(), 'X-Api-Key': maker.any(), Cookie: maker.any(), 'X-Trace': maker.any() },
    url: maker.any(),
    cwd: maker.shaped()
  }
}

function gesturaConfig(maker: SecretMaker): Json {
  const provider = () => ({ api_key: maker.any(), base_url: maker.any(), model: maker.shaped() })
  return {
    hotkey_listen: maker.shaped(),
    llm: {
      primary: 'anthropic',
      fallback: maker.shaped(),
      openai: provider(),
      anthropic: provider(),
      gemini: provider(),
      grok: provider(),
      ollama: provider()
    },
    voice: {
      provider: 'openai',
      input_path: maker.shaped(),
      openai_api_key: maker.any(),
      openai_base_url: maker.any(),
      openai_model: maker.shaped(),
      audio_device: maker.shaped()
    },
    mcp_servers: [
      { name: maker.shaped(), type: 'stdio', ...mcpServer(maker) },
      { name: 'forecast', type: 'http', ...mcpServer(maker) }
    ],
    mdh_pointers: { [maker.shaped()]: maker.any() },
    nats_url: maker.any(),
    web_search: { provider: 'brave', serpapi_key: maker.any(), brave_key: maker.any() },
    permissions: { default_level: 'Sandbox', default_enabled_tools: { [maker.shaped()]: true } },
    hooks: {
      enabled: true,
      allowed_programs: [maker.shaped(), 'curl'],
      hooks: [
        {
          name: maker.shaped(),
          event: 'post_tool',
          command: { program: maker.shaped(), args: many(3, () => maker.any()) }
        }
      ]
    },
    developer: { note: maker.any(), [maker.shaped()]: maker.any() },
    ui: { theme: maker.shaped() },
    prompt_enhancement: { prompt: maker.any() },
    something_new: { list: [maker.any(), { deep: maker.any() }], number: 4_111_111_111_111_111 }
  }
}

/** Everywhere gestura keeps configuration: the file, its old forms, the shared server files, and the copies inside checkpoints. */
function plantGestura(home: string, maker: SecretMaker): void {
  const root = join(home, '.gestura')
  put(join(root, 'config.yaml'), stringifyYaml(gesturaConfig(maker)))
  put(join(root, 'config.json'), JSON.stringify(gesturaConfig(maker)))
  put(join(root, 'config.json.backup'), JSON.stringify(gesturaConfig(maker)))
  for (const folder of [home, join(home, 'projects', 'tide-tables'), join(home, 'projects', 'ledger')]) {
    put(
      join(folder, '.mcp.json'),
      JSON.stringify({ mcpServers: { shared: mcpServer(maker), [maker.shaped()]: mcpServer(maker) } })
    )
    put(join(folder, '.gestura.json'), JSON.stringify({ mcpServers: { local: mcpServer(maker) } }))
  }
  const checkpoints = join(root, 'checkpoints')
  for (const name of readdirSync(checkpoints)) {
    edit(join(checkpoints, name), (document) => {
      const { config } = (document.snapshot as { payload: { config: Json } }).payload
      config.hooks = {
        ...(config.hooks as Json),
        allowed_programs: [maker.shaped()],
        hooks: [
          { name: 'report', event: 'post_tool', command: { program: maker.shaped(), args: many(2, () => maker.any()) } }
        ]
      }
      config.openai_model = maker.shaped()
      config.later_field = { api_key: maker.any(), note: maker.any() }
    })
  }
  const sessions = join(root, 'agent_sessions')
  for (const name of readdirSync(sessions).slice(0, 6)) {
    edit(join(sessions, name), (document) => {
      const state = document.state as Json
      state.context_cache_key = maker.any()
      state.voice_config = { provider: 'openai', model: maker.shaped() }
      state.tool_settings = { permission_level: 'restricted', enabled_tools: { [maker.shaped()]: true } }
    })
  }
}

function tactConfig(maker: SecretMaker): Json {
  const { env, headers, ...server } = mcpServer(maker)
  return {
    auth: { mode: 'auto', file: join('auth', maker.of('github classic')) },
    agent: {
      workspace: '/home/mira/projects/tide-tables',
      model: maker.shaped(),
      thinking: 'medium',
      instructions: maker.any(),
      append_instructions: maker.any(),
      websocket_url: maker.any(),
      api_base_url: maker.any(),
      completion_hook: maker.any(),
      transport: maker.shaped()
    },
    mcp_servers: {
      files: { ...server, env },
      docs: {
        url: maker.any(),
        bearer_token_env_var: maker.any(),
        header_env: { 'X-Key': maker.any(), [maker.shaped()]: maker.any() },
        headers
      },
      [maker.shaped()]: { command: maker.shaped() }
    },
    skills: { enabled: true, roots: [maker.shaped()] },
    memory: {
      enabled: true,
      remote: {
        endpoint: maker.any(),
        namespace: maker.shaped(),
        bearer_token: maker.any(),
        workspace_roots: [maker.shaped()]
      }
    },
    theme: { mode: 'auto', accent: maker.shaped(), light: { border: maker.shaped() } },
    unknown_section: { [maker.shaped()]: maker.any(), token: maker.any() }
  }
}

/** Everywhere tact keeps configuration: `config.toml` and the files with the sign-in. */
function plantTact(home: string, maker: SecretMaker): void {
  const config = tactConfig(maker)
  put(join(home, '.tact', 'config.toml'), stringifyToml(config))
  const signIn = () =>
    JSON.stringify({
      auth_mode: 'chatgpt',
      OPENAI_API_KEY: maker.any(),
      tokens: { id_token: maker.any(), access_token: maker.any(), refresh_token: maker.any(), account_id: maker.any() },
      agent_identity: maker.any()
    })
  put(join(home, '.codex', 'auth.json'), signIn())
  put(join(home, '.tact', (config.auth as { file: string }).file), signIn())
}

function securityConfig(maker: SecretMaker): Json {
  return {
    enabled: true,
    classification_rules: [{ name: maker.shaped(), pattern: maker.any(), level: 'Critical', description: maker.any() }],
    redaction_strategy: 'Mask',
    network_whitelist: [maker.any(), maker.any()],
    dangerous_commands: [maker.any()],
    features: { output_sanitizer: true, taint_tracking: false, tool_interceptor: true, injection_defense: true }
  }
}

/** Everywhere a3s keeps configuration: inside each session, and in the files that its hosts put beside them. */
function plantA3s(home: string, maker: SecretMaker): void {
  const root = join(home, '.a3s', 'code-web')
  const sessions = join(root, 'sessions', 'v1', 'sessions')
  for (const name of readdirSync(sessions)) {
    edit(join(sessions, name), (document) => {
      const session = document.session as Json
      const rule = () => ({ rule: `Bash(${maker.any()})` })
      session.llm_config = { provider: 'example', model: 'model-x', api_key: maker.any(), base_url: maker.any() }
      session.tenant_id = maker.any()
      session.principal = maker.any()
      session.correlation_id = maker.any()
      session.config = {
        ...(session.config as Json),
        system_prompt: maker.any(),
        permission_policy: {
          deny: [rule()],
          allow: [rule(), maker.any()],
          ask: [rule()],
          default_decision: 'ask',
          enabled: true
        },
        queue_config: { storagePath: maker.any(), enableDlq: true },
        security_config: securityConfig(maker)
      }
    })
    put(
      join(root, 'metadata', name),
      JSON.stringify({
        schemaVersion: 1,
        title: 'Planted',
        settings: { apiKey: maker.any(), baseUrl: maker.any(), hooks: [maker.any()], env: { TOKEN: maker.any() } }
      })
    )
  }
}

/** Words that only certain values may have: what is wrong with them is told in findings, which must not quote them. */
function plantWrongWords(home: string, maker: SecretMaker): void {
  const sessions = join(home, '.a3s/code-web/sessions/v1/sessions')
  const places: ((session: Json, config: Json) => void)[] = [
    (_session, config) => Object.assign(config, { storage_type: maker.shaped(), planning_mode: maker.shaped() }),
    (_session, config) =>
      Object.assign(config, { permission_policy: { default_decision: maker.shaped(), ask: maker.any() } }),
    (_session, config) =>
      Object.assign(config, { confirmation_policy: { timeout_action: maker.shaped(), yolo_lanes: [maker.shaped()] } }),
    (session, config) =>
      Object.assign(session, { config: { ...config, max_context_length: maker.any(), auto_compact: maker.any() } }),
    (session) =>
      Object.assign(session, {
        llm_config: { provider: maker.shaped(), model: 4, api_key: [maker.any()], base_url: { a: maker.any() } }
      })
  ]
  for (const [index, name] of readdirSync(sessions).slice(0, places.length).entries()) {
    edit(join(sessions, name), (document) => {
      const session = document.session as Json
      places[index]?.(session, session.config as Json)
    })
  }
  const checkpoints = join(home, '.gestura', 'checkpoints')
  for (const name of readdirSync(checkpoints).slice(0, 2)) {
    edit(join(checkpoints, name), (document) => {
      const { config } = (document.snapshot as { payload: { config: Json } }).payload
      config.pipeline = { compaction_strategy: maker.shaped(), max_iterations: maker.any() }
      config.permissions = { default_level: maker.shaped() }
      config.hooks = {
        hooks: [{ name: maker.shaped(), event: maker.any(), command: maker.any() }],
        timeout_ms: maker.any()
      }
    })
  }
}

/** A home of all three agents with a secret in every place where one of them keeps configuration. */
export function plantSecrets(home: string, maker: SecretMaker, sessions = 8): SampleHomes {
  const homes = makeHomes({ out: home, sessions, now: Date.UTC(2026, 10, 29, 15, 0, 0) })
  plantGestura(home, maker)
  plantTact(home, maker)
  plantA3s(home, maker)
  return homes
}

/** The same with configuration files that do not parse, each broken on a line that holds a secret. */
export function plantBrokenConfigs(home: string, maker: SecretMaker): SampleHomes {
  const homes = plantSecrets(home, maker)
  plantWrongWords(home, maker)
  const line = () => maker.any().replaceAll('\n', ' ')
  put(
    join(home, '.gestura', 'config.yaml'),
    `llm:\n  openai:\n    api_key: "${line()}\n   base_url: [${line()}: {\n\tbad: ${line()}\n`
  )
  put(join(home, '.gestura', 'config.json'), `{"llm": {"openai": {"api_key": "${line()}" "${line()}"`)
  put(join(home, '.gestura', 'config.json.backup'), line())
  put(join(home, '.mcp.json'), `{"mcpServers": ${line()}}`)
  put(join(home, '.tact', 'config.toml'), `[memory.remote]\nbearer_token = ${line()}\n[${line()}\nkey = "${line()}\n`)
  put(join(home, '.codex', 'auth.json'), `{"OPENAI_API_KEY": ${line()}`)
  return homes
}
