import type { CannotBringBack, PlanConflict, StepSubject } from '@shared/domain/plan'
import type { NativeTarget } from './native-store'

/** What one file would hold after the restore. `content` null removes it (a move into the vault). */
export interface FileStepDraft {
  readonly id: string
  readonly what: StepSubject
  /** Absolute path inside `approvedRoot`. */
  readonly path: string
  readonly approvedRoot: string
  readonly content: Uint8Array | null
  /** Permission bits for a new file; an existing one keeps its own. */
  readonly mode: number
  readonly because: string
}

/**
 * A state that only the agent's own write protocol may change: the rows of a session in one transaction, a generation with its
 * log lines under the store's lock. `content` is what the agent's `NativeStore` reads and exchanges; null removes it.
 */
export interface NativeStepDraft {
  readonly id: string
  readonly what: StepSubject
  /** The database or file that holds it, to show and to check; inside `approvedRoot`. */
  readonly path: string
  readonly approvedRoot: string
  readonly target: NativeTarget
  readonly content: Uint8Array | null
  readonly because: string
}

export type StepDraft = FileStepDraft | NativeStepDraft

export function isNative(step: StepDraft): step is NativeStepDraft {
  return 'target' in step
}

/** A conflict of one step; `keep` is its default and leaves the step out. */
export interface ConflictDraft extends PlanConflict {
  /** Which steps are left out for a choice: option value -> step ids. */
  readonly leavesOut: Readonly<Record<string, readonly string[]>>
}

/** One of several new sessions of a plan. */
export interface MadeSession {
  readonly id: string
  readonly steps: readonly string[]
}

/** What an adapter's `write.plan` returns: pure data, nothing written yet. The engine adds hashes, digest and safety copy. */
export interface PlanDraft {
  readonly title: string
  /** Id of the session that a fork makes, in the same source. */
  readonly created?: string
  /** Where several sessions are made: each with the ids of its steps. */
  readonly sessions?: readonly MadeSession[]
  readonly steps: readonly StepDraft[]
  readonly conflicts: readonly ConflictDraft[]
  readonly cannot: readonly CannotBringBack[]
  readonly notes: readonly string[]
  /** Files whose content the plan was made from (the checkpoint): they are rechecked before the first write. */
  readonly inputs: readonly string[]
}
