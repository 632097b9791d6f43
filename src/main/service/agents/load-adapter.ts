import type { AgentId } from '@shared/domain/agents'
import type { AgentAdapter } from './adapter'

type Loader = () => Promise<{ readonly adapter: AgentAdapter }>

/** Each import names its file, so that the build can put an agent's code into files of its own. */
const loaders: Readonly<Partial<Record<AgentId, Loader>>> = {
  gestura: () => import('./gestura/adapter'),
  tact: () => import('./tact/adapter'),
  a3s: () => import('./a3s/adapter'),
  'claude-code': () => import('./claude-code/adapter'),
  codex: () => import('./codex/adapter'),
  gemini: () => import('./gemini/adapter'),
  opencode: () => import('./opencode/adapter'),
  'qwen-code': () => import('./qwen-code/adapter'),
  pi: () => import('./pi/adapter'),
  cline: () => import('./cline/adapter'),
  'copilot-cli': () => import('./copilot-cli/adapter'),
  droid: () => import('./droid/adapter')
}

/**
 * The adapter of one agent, with no other agent's code: a thread that reads two agents out of twelve need not compile the rest. undefined for an
 * agent that this version names but does not read.
 */
export async function loadAdapter(agent: AgentId): Promise<AgentAdapter | undefined> {
  return (await loaders[agent]?.())?.adapter
}
