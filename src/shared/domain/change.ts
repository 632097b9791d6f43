import { z } from 'zod'
import { SessionRef } from './session'

const session = SessionRef

/**
 * What a person can ask to have changed in an agent's store. Every one becomes a plan first, and `plan.apply` carries it out. An
 * agent whose format does not allow it answers `refused` and says why.
 */
export const ChangeRequest = z.discriminatedUnion('kind', [
  /** Back to a checkpoint: one of the agent's own, or a kept session (`kept-...`). */
  z.object({ kind: z.literal('restore'), session, checkpoint: z.string() }),
  /** "Restore to here": the transcript ends after this entry. */
  z.object({ kind: z.literal('restore-to-entry'), session, entry: z.string() }),
  /** A new session with the history of this one, up to a checkpoint or an entry where one is named. */
  z.object({
    kind: z.literal('fork'),
    session,
    checkpoint: z.string().nullable().default(null),
    entry: z.string().nullable().default(null),
    /** Absolute; null = the same as the source's. */
    workspace: z.string().nullable().default(null)
  }),
  z.object({ kind: z.literal('delete'), session }),
  /** A checkpoint of the agent's own kind, made from the session as it lies on the disk. */
  z.object({ kind: z.literal('create-checkpoint'), session, label: z.string().max(500).nullable().default(null) }),
  z.object({ kind: z.literal('delete-checkpoint'), session, checkpoint: z.string() }),
  /** Removes what nothing in the session refers to any more (a3s artifacts). */
  z.object({ kind: z.literal('collect'), session }),
  /** Brings an older layout into the present one (a3s fragments). */
  z.object({ kind: z.literal('migrate'), session }),
  /** Mends damage; `fixes` are ids that `repair.find` gave, null = all that exist. */
  z.object({ kind: z.literal('repair'), session, fixes: z.array(z.string()).nullable().default(null) })
])
export type ChangeRequest = z.infer<typeof ChangeRequest>

/** What an operation was: a change, or an undo of one. */
export const ChangeKind = z.enum([
  'restore',
  'restore-to-entry',
  'fork',
  'delete',
  'create-checkpoint',
  'delete-checkpoint',
  'collect',
  'migrate',
  'repair',
  /** A session from elsewhere became a new one. */
  'import',
  'undo'
])
export type ChangeKind = z.infer<typeof ChangeKind>
