import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentId } from '@shared/domain/agents'
import { fixtures } from './two-homes'

/** One file of an agent, with its place below the agent's root. */
export interface AgentFile {
  readonly name: string
  readonly bytes: Buffer
}

/** Where real files of each agent are: a home with sessions of it, and roots of stores. */
export const storesOf: readonly {
  readonly agent: AgentId
  readonly home: string
  readonly roots: readonly string[]
}[] = [
  { agent: 'gestura', home: 'core/gestura', roots: ['core/gestura'] },
  { agent: 'tact', home: 'core/tact', roots: ['core/tact/.tact', 'core/tact-wal/.tact', 'core/tact-v1-only/.tact'] },
  {
    agent: 'a3s',
    home: 'core/a3s/weather',
    roots: [
      'weather/.a3s/tui/sessions',
      ...['sealed', 'wal-odd-but-valid', 'invariants', 'legacy'].map((name) => `stores/${name}`)
    ].map((root) => `core/a3s/${root}`)
  },
  { agent: 'claude-code', home: 'agents/claude-code', roots: ['agents/claude-code/.claude'] },
  { agent: 'codex', home: 'agents/codex', roots: ['agents/codex/.codex'] },
  { agent: 'gemini', home: 'agents/gemini', roots: ['agents/gemini/.gemini'] },
  { agent: 'qwen-code', home: 'agents/qwen-code', roots: ['agents/qwen-code/.qwen'] },
  { agent: 'opencode', home: 'agents/opencode', roots: ['agents/opencode/.local/share/opencode'] },
  { agent: 'pi', home: 'agents/pi', roots: ['agents/pi/.pi/agent'] },
  { agent: 'cline', home: 'agents/cline', roots: ['agents/cline/.cline'] },
  { agent: 'copilot-cli', home: 'agents/copilot-cli', roots: ['agents/copilot-cli/.copilot'] },
  { agent: 'droid', home: 'agents/droid', roots: ['agents/droid/.factory'] }
]

const largest = 600_000

/** Files of the agent that are small enough to be tried many times. */
export function filesBelow(roots: readonly string[]): readonly AgentFile[] {
  return roots.flatMap((root) => {
    const folder = join(fixtures, root)
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(folder, name)).isFile() && statSync(join(folder, name)).size <= largest)
      .sort()
      .map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))
  })
}
