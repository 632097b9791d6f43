import type { CannotBringBack, PlanConflict } from '@shared/domain/plan'

/** What one file would hold after the restore. `content` null removes it (a move into the vault). */
export interface FileStepDraft {
  readonly id: string
  readonly what: 'session' | 'tasks' | 'file'
  /** Absolute path inside `approvedRoot`. */
  readonly path: string
  readonly approvedRoot: string
  readonly content: Uint8Array | null
  /** Permission bits for a new file; an existing one keeps its own. */
  readonly mode: number
  readonly because: string
}

/** A conflict of one step; `keep` is its default and leaves the step out. */
export interface ConflictDraft extends PlanConflict {
  /** Which steps are left out for a choice: option value -> step ids. */
  readonly leavesOut: Readonly<Record<string, readonly string[]>>
}

/** What an adapter's `planRestore` returns: pure data, nothing written yet. The engine adds hashes, digest and safety copy. */
export interface FilePlanDraft {
  readonly title: string
  readonly steps: readonly FileStepDraft[]
  readonly conflicts: readonly ConflictDraft[]
  readonly cannot: readonly CannotBringBack[]
  readonly notes: readonly string[]
  /** Files whose content the plan was made from (the checkpoint): they are rechecked before the first write. */
  readonly inputs: readonly string[]
}
