import { join } from 'node:path'
import { adapter as a3s } from '../../agents/a3s/adapter'
import type { AgentAdapter, Reading, SourceLocation } from '../../agents/adapter'
import { adapter as claudeCode } from '../../agents/claude-code/adapter'
import { adapter as cline } from '../../agents/cline/adapter'
import { adapter as codex } from '../../agents/codex/adapter'
import { adapter as copilotCli } from '../../agents/copilot-cli/adapter'
import { adapter as droid } from '../../agents/droid/adapter'
import { adapter as gemini } from '../../agents/gemini/adapter'
import { adapter as gestura } from '../../agents/gestura/adapter'
import { adapter as opencode } from '../../agents/opencode/adapter'
import { dumpOf } from '../../agents/opencode/testing/dump'
import { adapter as pi } from '../../agents/pi/adapter'
import { adapter as qwenCode } from '../../agents/qwen-code/adapter'
import { createRestoreEngine, type RestoreEngine } from '../engine'
import type { EngineSurroundings } from '../engine-parts'
import { pictureOf } from './test-home'

/** Agents whose real write parts are killed; the one of tact has a test of its own beside it. */
export type RealAgent =
  | 'gestura'
  | 'a3s'
  | 'claude-code'
  | 'codex'
  | 'gemini'
  | 'opencode'
  | 'qwen-code'
  | 'pi'
  | 'copilot-cli'
  | 'droid'
  | 'cline'

const adapters: Readonly<Record<RealAgent, AgentAdapter>> = {
  gestura,
  a3s,
  'claude-code': claudeCode,
  codex,
  gemini,
  opencode,
  'qwen-code': qwenCode,
  pi,
  'copilot-cli': copilotCli,
  droid,
  cline
}

/** Long after everything in the fixtures, so that nothing counts as just written. */
const later = Date.UTC(2027, 5, 1)

export interface RealPlace {
  readonly adapter: AgentAdapter
  readonly source: SourceLocation
  readonly engine: RestoreEngine
}

/** The store of an a3s home lies in `store`. */
export async function realPlace(
  agent: RealAgent,
  home: string,
  more: Partial<EngineSurroundings> = {}
): Promise<RealPlace> {
  const adapter = adapters[agent]
  const flags = agent === 'a3s' ? [join(home, 'store')] : []
  const places = { home, env: {}, platform: process.platform, cwd: home, settings: [], flags }
  const [source] = await adapter.locate(places)
  if (source === undefined) throw new Error(`no source of ${agent} in ${home}`)
  const own = join(home, '.config', 'reprise')
  const reading = (signal: AbortSignal): Reading => ({
    signal,
    scratch: join(own, 'scratch'),
    key: null,
    now: () => later
  })
  const engine = createRestoreEngine({
    ownFolder: own,
    home,
    adapterOf: (asked) => (asked === agent ? adapter : undefined),
    sourceOf: (id) => (id === source.id ? source : undefined),
    readingOf: (_, signal) => reading(signal),
    now: Date.now,
    ...more
  })
  return { adapter, source, engine }
}

/**
 * Everything of the agent's, byte for byte, but what its own protocol adds and never takes back: the lock file of a3s, and its log, unless that is
 * what is changed. Of the database of opencode every row of every table.
 */
export function agentPicture(home: string, log: 'compared' | 'left out' = 'left out'): string {
  const all = Object.entries(pictureOf(home))
  const added =
    log === 'compared' ? /\.lock$|\/opencode\.db(?:-wal|-shm)?$/ : /\/wal\/|\.lock$|\/opencode\.db(?:-wal|-shm)?$/
  const theirs = all.filter(([path]) => path !== '/' && !path.startsWith('.config/') && !added.test(path))
  return JSON.stringify([theirs, dumpOf(home)])
}
