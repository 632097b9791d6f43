import { isObject } from '../json-access'

/** Keys of `config.toml` in 0.1 to 0.8 (format: "config.toml"); tact refuses a file with any other. null allows every key below. */
const known: Readonly<Record<string, readonly string[] | null>> = {
  '': ['auth', 'agent', 'mcp_servers', 'skills', 'memory', 'subagents', 'tui', 'theme'],
  auth: ['mode', 'file'],
  agent: [
    'workspace',
    'model',
    'thinking',
    'reasoning_mode',
    'fast_mode',
    'max_subagents',
    'instructions',
    'append_instructions',
    'web_search',
    'image_generation',
    'websocket_url',
    'api_base_url',
    'transport',
    'completion_hook'
  ],
  skills: ['enabled', 'roots'],
  memory: ['enabled', 'local', 'remote'],
  'memory.local': ['max_records', 'max_record_bytes', 'max_total_bytes'],
  'memory.remote': ['endpoint', 'namespace', 'bearer_token', 'workspace_roots'],
  subagents: ['enabled', 'allow_luna'],
  tui: ['mouse_scroll_lines'],
  theme: null,
  mcp_servers: null
}

/** Tables and keys that no version of tact knows, as dotted paths. */
export function unknownKeys(root: unknown): readonly string[] {
  return isObject(root) ? below(root, '') : []
}

function below(table: Readonly<Record<string, unknown>>, path: string): readonly string[] {
  const allowed = known[path]
  if (!allowed) return []
  return Object.entries(table).flatMap(([key, value]) => {
    const own = path === '' ? key : `${path}.${key}`
    if (!allowed.includes(key)) return [own]
    return isObject(value) ? below(value, own) : []
  })
}
