import { z } from 'zod'
import { AgentId } from './agents'
import { Finding } from './finding'

/** How a source is doing. `missing` is not listed unless the person named the place. */
export const SourceState = z.enum(['ok', 'partial', 'missing', 'locked', 'newer', 'older', 'unreadable'])
export type SourceState = z.infer<typeof SourceState>

/** One place where one agent's sessions live. */
export const Source = z.object({
  /** Short and stable: made from the agent and the canonical root. */
  id: z.string(),
  agent: AgentId,
  /** What `--root <agent>=<path>` takes. */
  root: z.string(),
  /** How it was found. */
  origin: z.enum(['default', 'environment', 'setting', 'flag']),
  state: SourceState,
  sessions: z.number().int(),
  findings: z.array(Finding),
  scannedAt: z.number().nullable()
})
export type Source = z.infer<typeof Source>
