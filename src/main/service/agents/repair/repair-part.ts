import type { Finding } from '@shared/domain/finding'
import type { Fix } from '@shared/domain/repair'
import type { ConflictDraft, StepDraft } from '../../restore/plan-draft'
import type { Reading, SourceLocation } from '../adapter'

/** One file or state of a session that is damaged, with what could be done about it. */
export interface Mending {
  readonly fixes: readonly Fix[]
  /** The steps that do those of the fixes that are chosen, which are at least one. */
  steps(chosen: ReadonlySet<string>): Promise<readonly StepDraft[]>
  /** What the plan has to say besides. */
  readonly notes?: readonly string[]
  /** What the person has to decide before these steps of it. */
  conflicts?(steps: readonly StepDraft[]): readonly ConflictDraft[]
}

/** Mending of an agent's sessions. Everything reads only; the engine applies the steps. */
export interface RepairPart {
  /** Reads the whole session. Empty for one that is sound. */
  find(source: SourceLocation, sessionId: string, reading: Reading): Promise<readonly Mending[]>
  /** Reads back what was mended, and says what the agent's rules would still not accept of these paths. */
  verify(
    source: SourceLocation,
    sessionId: string,
    paths: readonly string[],
    reading: Reading
  ): Promise<readonly Finding[]>
}
