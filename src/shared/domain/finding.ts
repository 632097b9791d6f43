import { z } from 'zod'

/**
 * Something noticed about data. Never an error of ours: the content that can be shown is shown beside it.
 * The four parts are those of the interface rules: what is the case, what is still there, what Reprise does, what the
 * person can do.
 */
export const Finding = z.object({
  /** Stable dotted code such as `gestura.checkpoint.schema` or `record.unreadable`; the first part is the agent or a shared subject. */
  code: z.string(),
  severity: z.enum(['info', 'notice', 'problem']),
  /** One sentence: what is the case. */
  what: z.string(),
  /** Where: a path, a record index, a byte range, ids. Never file content. */
  where: z.string().optional(),
  /** What is still readable in spite of it. */
  still: z.string().optional(),
  /** What Reprise does about it. */
  does: z.string().optional(),
  /** What the person can do. */
  can: z.string().optional()
})
export type Finding = z.infer<typeof Finding>
