import { z } from 'zod'
import { AgentId } from './agents'
import { SessionRef, SessionState } from './session'

/** Why one follows from another. `compaction` and `rewind` lie within a session; the other ones join two. */
export const LineageEdgeKind = z.enum(['fork', 'continuation', 'subagent', 'compaction', 'rewind'])
export type LineageEdgeKind = z.infer<typeof LineageEdgeKind>

/** A session of a family, or a point within the one that was asked about. */
export const LineageNode = z.object({
  /** Unique among the nodes of one answer. */
  id: z.string(),
  kind: z.enum(['session', 'compaction', 'rewind']),
  session: SessionRef,
  agent: AgentId,
  title: z.string(),
  /** `null` where the records name a session that is nowhere. */
  state: SessionState.nullable(),
  at: z.number().nullable(),
  /** Entry of the transcript that a point is at; of the session that was asked about, where its own part begins, if an entry says so. */
  entry: z.string().nullable(),
  /** Whether it can be read here. */
  reachable: z.boolean(),
  /** Whether the agent itself would load it when it takes the session up; null where that is not known. */
  loads: z.boolean().nullable(),
  /** The session of the family, subagents aside, that was used last. */
  newest: z.boolean()
})
export type LineageNode = z.infer<typeof LineageNode>

export const Lineage = z.object({
  nodes: z.array(LineageNode),
  /** From the earlier to the later; every node but the first has one that leads to it. */
  edges: z.array(z.object({ from: z.string(), to: z.string(), kind: LineageEdgeKind })),
  /** Ids of the nodes from the first session of the family to the one that was asked about, both included. */
  path: z.array(z.string()),
  /** Sessions of the family that are not among the nodes, since there are too many. */
  more: z.number().int()
})
export type Lineage = z.infer<typeof Lineage>
