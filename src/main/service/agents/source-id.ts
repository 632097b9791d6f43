import { createHash } from 'node:crypto'
import type { AgentId } from '@shared/domain/agents'

/** Stable short name of a source: the agent and the first eight hex digits of the hash of its root. Free of `@` and `:`. */
export function sourceId(agent: AgentId, root: string): string {
  return `${agent}-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`
}
