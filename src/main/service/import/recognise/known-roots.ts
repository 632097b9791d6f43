import type { AgentId } from '@shared/domain/agents'

/** A folder that is laid out as the root of one of an agent's sources. */
export interface KnownRoot {
  readonly agent: AgentId
  /** Below the tree; empty for the tree itself. */
  readonly folder: string
}

/** What a root of each agent holds, by names alone; what stands before it is the root (formats: where sessions lie). */
const layouts: readonly (readonly [agent: AgentId, holds: RegExp])[] = [
  ['gestura', /^\.gestura\/(?:(?:agent_sessions|chat_sessions|checkpoints)\/[^/]+\.json|gui_sessions\.json)$/],
  ['tact', /^(?:sessions\/v2\.sqlite3|transcripts\/(?:v1\/)?\d{1,16}-[^/]+\.jsonl\.zst)$/],
  ['a3s', /^v1\/(?:sessions|loop_checkpoints|workflow_checkpoints)\/[^/]+\.json$/],
  ['claude-code', /^projects\/[^/]+\/[^/]+\.jsonl$/],
  ['codex', /^(?:sessions\/\d{4}\/\d\d\/\d\d|archived_sessions)\/rollout-[^/]+\.jsonl(?:\.zst)?$/],
  ['gemini', /^tmp\/[^/]+\/chats\/[^/]+\.jsonl?$/],
  ['qwen-code', /^(?:projects|tmp)\/[^/]+\/chats\/[^/]+\.jsonl$/],
  ['opencode', /^(?:opencode(?:-[\w.-]{1,80})?\.db|storage\/session\/.+\.json)$/],
  ['pi', /^sessions\/--[^/]+--\/[^/]+\.jsonl$/],
  ['droid', /^sessions\/[^/]+\/[0-9a-f-]{36}\.jsonl$/],
  ['copilot-cli', /^session-state\/[^/]+\/events\.jsonl$/],
  ['cline', /^data\/sessions\/[^/]+\/[^/]+\.json$/]
]

/** Folders in a home that decide between agents whose layouts look alike. */
const homes: Readonly<Record<string, AgentId>> = { '.gemini': 'gemini', '.qwen': 'qwen-code' }
const deepestRoot = 8

/** The roots of sources inside a tree, each once, outermost first. A layout inside another root of the same agent is part of that. */
export function knownRoots(names: readonly string[]): readonly KnownRoot[] {
  const found = new Map<string, KnownRoot>()
  for (const name of names) {
    const root = rootOf(name)
    if (root !== null) found.set(`${root.agent}\n${root.folder}`, root)
  }
  const roots = [...found.values()].sort((a, b) => a.folder.length - b.folder.length)
  return roots.filter(
    (root) => !roots.some((outer) => outer !== root && outer.agent === root.agent && isBelow(root.folder, outer.folder))
  )
}

function rootOf(name: string): KnownRoot | null {
  const parts = name.split('/')
  for (let depth = 0; depth < Math.min(parts.length, deepestRoot); depth += 1) {
    const inside = parts.slice(depth).join('/')
    const above = parts.slice(0, depth)
    const named = homes[above.at(-1) ?? '']
    const fitting = layouts.filter(([, holds]) => holds.test(inside)).map(([agent]) => agent)
    const agent = fitting.find((one) => one === named) ?? fitting[0]
    if (agent !== undefined) return { agent, folder: above.join('/') }
  }
  return null
}

/** Whether a path lies in a folder of the tree, or is it. */
export function isBelow(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`)
}
