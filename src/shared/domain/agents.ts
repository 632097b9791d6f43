import { z } from 'zod'

/** Every agent that has a name in Reprise, whether or not this version can read it (design: "Command line"). */
export const agentIds = [
  'gestura',
  'tact',
  'a3s',
  'claude-code',
  'codex',
  'gemini',
  'opencode',
  'qwen-code',
  'pi',
  'cline',
  'copilot-cli',
  'crush',
  'droid'
] as const

// Marked as pure, so that the page, which only needs the names below, leaves zod out.
export const AgentId = /* @__PURE__ */ z.enum(agentIds)
export type AgentId = z.infer<typeof AgentId>

/** The name a person knows an agent by. */
export const agentNames: Readonly<Record<AgentId, string>> = {
  gestura: 'gestura',
  tact: 'tact',
  a3s: 'a3s-code',
  'claude-code': 'Claude Code',
  codex: 'Codex CLI',
  gemini: 'Gemini CLI',
  opencode: 'opencode',
  'qwen-code': 'Qwen Code',
  pi: 'pi',
  cline: 'Cline',
  'copilot-cli': 'Copilot CLI',
  crush: 'Crush',
  droid: 'droid'
}
