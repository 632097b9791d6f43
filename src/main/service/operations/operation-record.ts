import { AgentId } from '@shared/domain/agents'
import { ChangeKind } from '@shared/domain/change'
import { OperationState, StepResult } from '@shared/domain/operation'
import { FileFacts, StepSubject } from '@shared/domain/plan'
import { SessionRef } from '@shared/domain/session'
import { z } from 'zod'
import type { SourceLocation } from '../agents/adapter'

/** Where the session's source was, so that an undo and its check work days later and in another process. */
export const RecordedSource = z.object({
  id: z.string(),
  agent: AgentId,
  root: z.string(),
  origin: z.enum(['default', 'environment', 'setting', 'flag']),
  extra: z.record(z.string(), z.string()).optional()
})
export type RecordedSource = z.infer<typeof RecordedSource>

/** The source as adapters take it. */
export function located({ extra, ...source }: RecordedSource): SourceLocation {
  return extra ? { ...source, extra } : source
}

export const FolderToMake = z.object({ path: z.string(), mode: z.number().int() })
export type FolderToMake = z.infer<typeof FolderToMake>

/**
 * One thing that a plan changes, with everything that carrying it out and taking it back need. With `target` it is changed by the
 * agent's own write protocol (`NativeStore`), and the facts are those of its state there; without, it is the file itself.
 */
export const FileStep = z.object({
  id: z.string(),
  action: z.enum(['create', 'replace', 'remove']),
  what: StepSubject,
  /** As the plan shows it, and as it really is once links on the way are resolved. */
  path: z.string(),
  real: z.string(),
  approvedRoot: z.string(),
  before: FileFacts,
  after: FileFacts,
  target: z.record(z.string(), z.string()).optional(),
  /** Missing folders on the way to a new file, outermost first. */
  makes: z.array(FolderToMake),
  /** Folders that a restore had made and that its undo removes when they are empty, outermost first. */
  empties: z.array(FolderToMake),
  because: z.string()
})
export type FileStep = z.infer<typeof FileStep>

/** A part of the session that the plan found as it shall be: not changed, but kept with what is, so that the copy is the whole session. */
export const Companion = z.object({
  id: z.string(),
  what: StepSubject,
  path: z.string(),
  real: z.string(),
  approvedRoot: z.string(),
  target: z.record(z.string(), z.string()).optional(),
  state: FileFacts
})
export type Companion = z.infer<typeof Companion>

/** One of several new sessions of an operation, with the ids of its steps. */
export const MadeSession = z.object({ id: z.string(), steps: z.array(z.string()) })

/** What a journal's first line says: the whole operation, before anything outside our folder is touched. */
export const OperationRecord = z.object({
  format: z.literal(1),
  id: z.string(),
  kind: ChangeKind,
  agent: AgentId,
  session: SessionRef,
  source: RecordedSource,
  title: z.string(),
  /** Of the session itself, to list it by when it is gone; null where it was not known or is sealed. */
  sessionTitle: z.string().nullable().default(null),
  workspace: z.string().nullable().default(null),
  checkpoint: z.string().nullable(),
  undoes: z.string().nullable(),
  planId: z.string(),
  digest: z.string(),
  choices: z.record(z.string(), z.string()),
  startedAt: z.number(),
  /** Who wrote, and under which epoch of the lease. */
  holder: z.string(),
  epoch: z.number().int(),
  /** Only where several sessions were made. */
  sessions: z.array(MadeSession).optional(),
  steps: z.array(FileStep),
  companions: z.array(Companion).default([]),
  /** Steps of the plan that change nothing: by a choice (then with the action that was planned), or because nothing differs. */
  kept: z.array(StepResult)
})
export type OperationRecord = z.infer<typeof OperationRecord>

/** One line of a journal. `ended` closes it; `stuck` means that something could not be put back and is tried again. */
export const JournalEntry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('begin'), at: z.number(), record: OperationRecord }),
  z.object({ type: z.literal('prepared'), at: z.number() }),
  /** A native exchange has returned: the state of this step was written, whatever its agent makes of it afterwards. */
  z.object({ type: z.literal('exchanged'), at: z.number(), step: z.string() }),
  /** `untouched`: the step whose target another program had changed first, so that nothing of ours is there. */
  z.object({
    type: z.literal('putting-back'),
    at: z.number(),
    because: z.string(),
    untouched: z.string().optional()
  }),
  z.object({ type: z.literal('stuck'), at: z.number(), message: z.string(), results: z.array(StepResult) }),
  z.object({
    type: z.literal('ended'),
    at: z.number(),
    state: OperationState,
    verified: z.boolean(),
    /** Whether the apply itself or a later start came to this end. */
    by: z.enum(['apply', 'recovery']),
    message: z.string().optional(),
    results: z.array(StepResult),
    /** Names of ours beside the targets that could not be removed; the next start tries again. */
    leftovers: z.array(z.string()).default([])
  })
])
export type JournalEntry = z.infer<typeof JournalEntry>
