import type { ChangeKind, ChangeRequest } from '@shared/domain/change'
import type { Finding } from '@shared/domain/finding'
import type { Fix } from '@shared/domain/repair'
import type { NativeAccess, NativeStore } from '../restore/native-store'
import type { FileStepDraft, NativeStepDraft, PlanDraft, StepDraft } from '../restore/plan-draft'
import type { Reading, SourceKey, SourceLocation } from './adapter'

type WithId<R> = R extends { readonly session: unknown } ? Omit<R, 'session'> & { readonly sessionId: string } : never

/** A session that Reprise kept is put back; `parts` is what `capture` gave then. */
export interface RestoreKept {
  readonly kind: 'restore-kept'
  readonly sessionId: string
  readonly parts: readonly StepDraft[]
}

/** A session that lies in another source of the agent, a place of our own, becomes a new session of this one. */
export interface ImportSession {
  readonly kind: 'import'
  readonly sessionId: string
  readonly from: SourceLocation
  /** Of `from`, where it is sealed. */
  readonly key?: SourceKey
  /** Absolute; where the new session works. */
  readonly workspace: string
  /** Folders of then and of now, for directories beside the one that it works in; the first one that holds a directory counts. */
  readonly moves?: readonly FolderMove[]
  /** Ids of the new sessions that the same plan makes before this one: neither they nor what goes with them is free. */
  readonly before?: readonly string[]
}

/** Two places of one folder, both absolute; `from` as some other system may spell it. */
export interface FolderMove {
  readonly from: string
  readonly to: string
}

type Fork = Extract<WithId<ChangeRequest>, { readonly kind: 'fork' }>

/**
 * What an adapter is asked to plan: a `ChangeRequest` by the session's own id. A fork whose `checkpoint` is a point that Reprise keeps brings
 * its `parts`, as `RestoreKept` does. One of a session from elsewhere brings the `moves` of `ImportSession`.
 */
export type AdapterChange =
  | Exclude<WithId<ChangeRequest>, Fork>
  | (Fork & { readonly parts?: readonly StepDraft[]; readonly moves?: readonly FolderMove[] })
  | RestoreKept
  | ImportSession

/** The write part of an adapter, only where the agent's store can be written. Plain data in and out: it may run in a reader thread. */
export interface WritePart {
  /** Which changes the format allows at all; the app offers no others. */
  readonly changes: readonly AdapterChange['kind'][]
  /** Why nothing new can be put into a source as it is now, with what to do about it; null where it can. Quick, and only looks. */
  whyNoneNew?(source: SourceLocation): string | null
  /** Pure: reads, decides, writes nothing. Expected failures: `not.found`, `checkpoint.invalid`, `refused`, and those of reading. */
  plan(source: SourceLocation, change: AdapterChange, reading: Reading): Promise<PlanDraft>
  /** Reads back what an apply wrote and says what the agent's own rules would not accept; empty when all is well. */
  verify(
    source: SourceLocation,
    sessionId: string,
    paths: readonly string[],
    reading: Reading,
    /** What was applied. */
    kind?: ChangeKind
  ): Promise<readonly Finding[]>
  /** What of its damage can be mended, after reading all of it; only where `repair` is among the changes (repair/with-repair.ts). */
  findFixes?(source: SourceLocation, sessionId: string, reading: Reading): Promise<readonly Fix[]>
  /**
   * Everything that belongs to the session, byte for byte, as the steps that put it back as it is now; a file that is known to be absent is a
   * step with `content` null. Consistent, also while the agent writes. Looking never writes.
   */
  capture(source: SourceLocation, sessionId: string, reading: Reading): Promise<readonly StepDraft[]>
  /** Notes that the agent keeps for the project of a session, for all of its sessions: no part of `capture`. Paths and bytes as there. */
  projectNotes?(source: SourceLocation, sessionId: string, reading: Reading): Promise<readonly FileStepDraft[]>
  /** A fork of a point that Reprise keeps is made of its parts; without this the point is laid out and forked there. */
  readonly forksParts?: true
  /** For steps with a `target`. Used in the service itself, never in a reader thread. */
  readonly native?: NativeStore
  /**
   * Writes the state of a kept step into `access.source`, an empty place of our own, where `open` reads it. Without it the content is the file at
   * the step's path.
   */
  layOut?(step: NativeStepDraft, access: NativeAccess): Promise<void>
  /** A captured step with what belongs to these sessions alone, where a file of the agent holds several; for what leaves the machine. */
  ownPart?(step: StepDraft, sessionIds: readonly string[]): StepDraft
  /** A native state as text to be looked at line by line. Without it its bytes are compared as those of a file. */
  stateText?(content: Uint8Array): string
  /**
   * A native state with its texts changed, for what leaves the machine. `change` gets plain texts and JSON documents as texts. Without it the
   * content is one such text itself.
   */
  changeTexts?(content: Uint8Array, change: (text: string, isDocument: boolean) => string): Promise<Uint8Array>
}
