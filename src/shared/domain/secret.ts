import { z } from 'zod'

/** How sure a rule is: `certain` by a form that only secrets have, `likely` by a secret-like name beside a fitting value. */
export const SecretConfidence = z.enum(['certain', 'likely'])
export type SecretConfidence = z.infer<typeof SecretConfidence>

/** One place in a transcript where something looks like a secret. The secret itself is nowhere in it. */
export const SecretPlace = z.object({
  entry: z.string(),
  /** Opens the page that holds the entry. */
  cursor: z.string(),
  field: z.enum(['text', 'arguments', 'result']),
  kind: z.string(),
  rule: z.string(),
  confidence: SecretConfidence,
  /** The same secret has the same one, as long as Reprise runs. */
  mask: z.string()
})
export type SecretPlace = z.infer<typeof SecretPlace>

/** What was found in all texts of a session: prompts, replies, arguments and results of tools. */
export const SecretReport = z.object({
  kinds: z.array(
    z.object({
      kind: z.string(),
      places: z.number().int(),
      /** How many different ones stand in those places. */
      different: z.number().int(),
      /** How many of the places are `certain`. */
      certain: z.number().int()
    })
  ),
  /** In the order of the transcript; the first thousands, where there are more. */
  places: z.array(SecretPlace),
  total: z.number().int(),
  /** Entries that were looked through. */
  entries: z.number().int()
})
export type SecretReport = z.infer<typeof SecretReport>
