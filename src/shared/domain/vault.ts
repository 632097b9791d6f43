import { z } from 'zod'
import { SessionRef } from './session'

/** One copy that Reprise keeps: the state before an operation, or a session that was kept. */
export const VaultCopy = z.object({
  /** Of the operation, or of the kept session. */
  id: z.string(),
  kind: z.enum(['safety', 'kept']),
  session: SessionRef,
  /** Under this id it is a checkpoint of its session; null where it holds no session, only what was beside one. */
  checkpoint: z.string().nullable(),
  title: z.string(),
  label: z.string().nullable(),
  madeAt: z.number(),
  /** On disk; content that several copies share counts for each of them. */
  bytes: z.number().int(),
  /** How many of its parts are gone from the vault or damaged; with any the copy cannot be brought back whole. */
  missing: z.number().int(),
  /** Why it is never removed by itself; null when it may be. */
  kept: z.string().nullable()
})
export type VaultCopy = z.infer<typeof VaultCopy>

/** A copy that was removed to keep the vault small. */
export const PrunedCopy = VaultCopy.omit({ label: true, kept: true, checkpoint: true, missing: true }).extend({
  prunedAt: z.number(),
  because: z.enum(['age', 'size'])
})
export type PrunedCopy = z.infer<typeof PrunedCopy>

export const VaultState = z.object({
  /** On disk, everything together. */
  bytes: z.number().int(),
  limits: z.object({ maxDays: z.number(), maxBytes: z.number() }),
  /** Newest first. */
  copies: z.array(VaultCopy),
  /** Newest first. */
  pruned: z.array(PrunedCopy),
  /** Kept sessions whose manifest cannot be read any more: their ids. Nothing of them is shown elsewhere. */
  damaged: z.array(z.string()),
  /** How many copies cannot be brought back whole, of all. */
  broken: z.number().int(),
  /** How many of each there are, where not all of them fit this answer. */
  total: z.object({ copies: z.number().int(), pruned: z.number().int() })
})
export type VaultState = z.infer<typeof VaultState>
