import type { AgentId } from '@shared/domain/agents'

/** Agents whose entries go by the ids of their own records, whatever stands before them. Those of the others are made from the place. */
export const nativeEntryIds: ReadonlySet<AgentId> = new Set(['opencode'])
