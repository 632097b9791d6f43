import { z } from 'zod'
import { Finding } from './finding'

/** A point that a session can be put back to, or that shows what the agent kept. */
export const Checkpoint = z.object({
  id: z.string(),
  /** null where it has none; an empty label stays empty. */
  label: z.string().nullable(),
  at: z.number().nullable(),
  origin: z.enum(['agent', 'reprise', 'safety']),
  /** What it holds, counted where known. */
  holds: z.object({
    messages: z.number().int().nullable().optional(),
    tasks: z.number().int().nullable().optional(),
    files: z.number().int().nullable().optional(),
    config: z.boolean().optional(),
    /** One of: `session checkpoint`, `resume state`, `loop checkpoint`, `workflow checkpoint`, ... */
    kind: z.string()
  }),
  /** Whether the agent's own rules accept it. */
  valid: z.boolean(),
  /** Whether Reprise can put the session back to it. When false, a finding says why. */
  restorable: z.boolean(),
  findings: z.array(Finding)
})
export type Checkpoint = z.infer<typeof Checkpoint>
