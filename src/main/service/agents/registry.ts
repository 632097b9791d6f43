import type { AgentId } from '@shared/domain/agents'
import { adapter as a3s } from './a3s/adapter'
import type { AgentAdapter } from './adapter'
import { adapter as claudeCode } from './claude-code/adapter'
import { adapter as cline } from './cline/adapter'
import { adapter as codex } from './codex/adapter'
import { adapter as copilotCli } from './copilot-cli/adapter'
import { adapter as droid } from './droid/adapter'
import { adapter as gemini } from './gemini/adapter'
import { adapter as gestura } from './gestura/adapter'
import { adapter as opencode } from './opencode/adapter'
import { adapter as pi } from './pi/adapter'
import { adapter as qwenCode } from './qwen-code/adapter'
import { adapter as tact } from './tact/adapter'

/** All adapters of this version, in the order in which the app lists them. */
export const adapters: readonly AgentAdapter[] = [
  gestura,
  tact,
  a3s,
  claudeCode,
  codex,
  gemini,
  opencode,
  qwenCode,
  pi,
  cline,
  copilotCli,
  droid
]

const byAgent = new Map(adapters.map((adapter) => [adapter.agent, adapter]))

/** The adapter of an agent; undefined for an agent that this version names but does not read. */
export function adapterOf(agent: AgentId): AgentAdapter | undefined {
  return byAgent.get(agent)
}
