import { z } from 'zod'
import { AgentId } from './agents'
import { ChangeKind } from './change'
import { SessionRef } from './session'

/** `interrupted` operations are finished or rolled back at the next start and then say which. */
export const OperationState = z.enum(['running', 'done', 'failed', 'rolled-back', 'undone', 'interrupted'])
export type OperationState = z.infer<typeof OperationState>

export const StepResult = z.object({
  step: z.string(),
  path: z.string(),
  action: z.enum(['create', 'replace', 'remove', 'keep']),
  outcome: z.enum(['done', 'kept', 'failed', 'put-back', 'not-started']),
  message: z.string().optional()
})
export type StepResult = z.infer<typeof StepResult>

/** One change that was made, with its before-state in the vault. Undo is an operation too. */
export const Operation = z.object({
  id: z.string(),
  kind: ChangeKind,
  agent: AgentId,
  session: SessionRef,
  title: z.string(),
  checkpoint: z.string().nullable(),
  /** The operation that this one took back. */
  undoes: z.string().nullable(),
  undoneBy: z.string().nullable(),
  startedAt: z.number(),
  finishedAt: z.number().nullable(),
  state: OperationState,
  verified: z.boolean(),
  canUndo: z.boolean(),
  /** Why it cannot be undone, or what recovery did. */
  message: z.string().optional(),
  results: z.array(StepResult)
})
export type Operation = z.infer<typeof Operation>

/** Answer of an apply. */
export const ApplyResult = z.object({
  operationId: z.string(),
  results: z.array(StepResult),
  verified: z.boolean(),
  state: OperationState,
  /** The session that a fork made. */
  created: SessionRef.optional(),
  /** Where several were made: all of them, `created` first. */
  createdAll: z.array(SessionRef).optional()
})
export type ApplyResult = z.infer<typeof ApplyResult>
