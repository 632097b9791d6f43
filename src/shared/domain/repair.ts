import { z } from 'zod'

/**
 * A mending that exists for damage of a session, found by reading all of it. Applied to a copy in the library or, through a plan, in place;
 * what was there before goes into the vault either way of undoing it.
 */
export const Fix = z.object({
  /** Stable within the session while its files stay as they are: what is done and in which file. */
  id: z.string(),
  /** One sentence: what would be done. */
  title: z.string(),
  /** Why: what the agent makes of the damage. */
  why: z.string(),
  /** Codes of the findings that it answers. */
  findings: z.array(z.string()),
  /** How often, in this file. */
  places: z.number().int(),
  /** The first of them: paths with byte ranges. Never content. */
  where: z.array(z.string()),
  /** Whether something that can be read now is not there afterwards. */
  loses: z.string().nullable(),
  /** Set where a copy of the session holds nothing of it: a log of the whole store, or where a file lies and what it is called. */
  inPlaceOnly: z.literal(true).optional()
})
export type Fix = z.infer<typeof Fix>
