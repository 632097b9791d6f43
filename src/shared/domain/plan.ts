import { z } from 'zod'
import { AgentId } from './agents'
import { ChangeKind } from './change'
import { SessionRef } from './session'

/** What is at a path now or after: null hash = nothing there. */
export const FileFacts = z.object({
  exists: z.boolean(),
  bytes: z.number().int(),
  /** SHA-256 in lower-case hex; null when the file does not exist. */
  sha256: z.string().nullable(),
  mode: z.number().int().nullable(),
  modifiedAt: z.number().nullable()
})
export type FileFacts = z.infer<typeof FileFacts>

/** What the target of a step is to the person. `rows` are those of one session in a database; `log` is a store's own record of its writes. */
export const StepSubject = z.enum(['session', 'tasks', 'file', 'rows', 'checkpoint', 'log', 'lease'])
export type StepSubject = z.infer<typeof StepSubject>

/** One thing that an apply would do. The precondition is `before`: an apply starts only while it still holds. */
export const PlanStep = z.object({
  id: z.string(),
  action: z.enum(['create', 'replace', 'remove', 'keep']),
  what: StepSubject,
  path: z.string(),
  before: FileFacts,
  after: FileFacts,
  /** One sentence: why, or what changes (for example "9 messages become 4"). */
  because: z.string()
})
export type PlanStep = z.infer<typeof PlanStep>

/** A choice that the person has to make; `effect` says in a few words what an option does. `keep` is always among the options and always the default. */
export const PlanConflict = z.object({
  id: z.string(),
  code: z.string(),
  what: z.string(),
  step: z.string().nullable(),
  options: z
    .array(
      z.object({
        value: z.string(),
        label: z.string(),
        effect: z.string(),
        /** Ids of the steps that this option leaves out; the engine fills it in, so that a count follows a choice at once. */
        leavesOut: z.array(z.string()).optional()
      })
    )
    .min(2),
  default: z.string()
})
export type PlanConflict = z.infer<typeof PlanConflict>

/** Something that the restore does not bring back, with the reason. */
export const CannotBringBack = z.object({ what: z.string(), because: z.string() })
export type CannotBringBack = z.infer<typeof CannotBringBack>

/** What a change or an undo would do. Making it writes nothing outside our own folder. */
export const Plan = z.object({
  planId: z.string(),
  kind: ChangeKind,
  /** SHA-256 over everything below that decides the outcome; an apply must repeat it. */
  digest: z.string(),
  session: SessionRef,
  agent: AgentId,
  title: z.string(),
  checkpoint: z.string().nullable(),
  /** The operation that an undo takes back. */
  operation: z.string().nullable(),
  /** The session that a fork would make. */
  created: SessionRef.optional(),
  /** Where it would make several: all of them, `created` first. */
  createdAll: z.array(SessionRef).optional(),
  madeAt: z.number(),
  expiresAt: z.number(),
  steps: z.array(PlanStep),
  conflicts: z.array(PlanConflict),
  cannot: z.array(CannotBringBack),
  /** Facts worth knowing before, such as "The agent wrote this session 4 seconds ago". */
  notes: z.array(z.string()),
  /** Bytes that would be written. */
  bytes: z.number().int(),
  /** Bytes of the present state that go into the vault first. */
  safetyCopyBytes: z.number().int()
})
export type Plan = z.infer<typeof Plan>
