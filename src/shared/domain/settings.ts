import { z } from 'zod'
import { AgentId } from './agents'

/** The person's settings, kept in our own folder as settings.json. */
export const Settings = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** Extra places per agent, beside the default ones. */
  roots: z.array(z.object({ agent: AgentId, path: z.string().min(1) })).default([]),
  singleLetterKeys: z.boolean().default(true)
})
export type Settings = z.infer<typeof Settings>
