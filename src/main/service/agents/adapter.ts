import type { AgentId } from '@shared/domain/agents'
import type { Capabilities } from '@shared/domain/capabilities'
import type { Checkpoint } from '@shared/domain/checkpoint'
import type { Finding } from '@shared/domain/finding'
import type { SessionSummary } from '@shared/domain/session'
import type { SourceState } from '@shared/domain/source'
import type { TaskList } from '@shared/domain/task'
import type { Accounting, Entry, EntryPage, OutlineItem, TokenUsage } from '@shared/domain/transcript'
import type { StateRecord } from '../diff/records/state-records'
import type { ConfigRules, RawConfigDocument } from '../redaction/config-rules'
import type { Moves } from '../workspaces/relocate'
import type { ResumePart } from './resume-part'
import type { WritePart } from './write-part'

/** What `locate` may look at: nothing else, so that a test's home is all there is. */
export interface Places {
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly cwd: string
  /** Roots from the settings for this agent, beside the default ones. */
  readonly settings: readonly string[]
  /** Roots from `--root`: when there are any, they replace the default ones. */
  readonly flags: readonly string[]
}

/** One place where sessions of an agent may live. */
export interface SourceLocation {
  readonly id: string
  readonly agent: AgentId
  /** Absolute; what `--root` takes for this agent (design: "Identity"). */
  readonly root: string
  readonly origin: 'default' | 'environment' | 'setting' | 'flag'
  /** Further places that belong to the source when they differ from the root's own layout (for example a task folder elsewhere). */
  readonly extra?: Readonly<Record<string, string>>
}

/** What the person gave to open sealed stores: bytes of the key; it stays in memory. */
export type SourceKey = Uint8Array | null

/** What the catalog knows already: the fingerprint of each unit at the last scan. */
export interface KnownUnits {
  fingerprint(unit: string): string | undefined
}

/** A checkpoint as a scan sees it: enough to count it, to list it, and to show its session when that itself is gone. */
export interface ListedCheckpoint {
  readonly id: string
  readonly sessionId: string | null
  readonly at: number | null
  readonly label: string | null
  /** Whether Reprise can put a session back to it. */
  readonly restorable: boolean
  /** Title and workspace of the session inside, to list a session that is gone. */
  readonly title?: string
  readonly workspace?: string | null
  /** It came from elsewhere. */
  readonly imported?: true
}

/** A session as a scan sees it. `checkpoints` and `findings` of the summary are filled in by the catalog. */
export type ListedSession = Omit<SessionSummary, 'source' | 'agent' | 'checkpoints'> & {
  /** Checkpoints that are not units of their own (a resume state in the same database). */
  readonly ownCheckpoints?: number
  /** Whether the session can be put back to one of those. */
  readonly ownRestorable?: boolean
  /** Text that the list's filter looks through besides the title: prompts, cut to at most 4,000 characters together. */
  readonly promptText?: string
  /** Prompts with their time, newest last, at most 100: what `prompts` lists. */
  readonly prompts?: readonly { readonly at: number; readonly text: string }[]
  /** What tells the repository that it worked in from others, where the records name one; worktrees and clones have the same. */
  readonly repository?: string
  /** What else its records say last of how it ran, by names for people: who is asked before a command runs, what commands may reach. */
  readonly settings?: Readonly<Record<string, string>>
  /** Unix ms; only where the agent's retention goes by the time of the file, not by what the records say. */
  readonly fileChangedAt?: number
}

/** The rule by which an agent removes sessions of one source by itself. */
export interface Retention {
  /** A session is removed once so long has passed since its file changed, or since its last record where no time of a file is listed. */
  readonly afterMs: number
  /** One sentence for people: what the agent does, and which setting says so. */
  readonly rule: string
}

/** One file of a session, as the agent keeps it. */
export interface SessionPart {
  readonly path: string
  /** `session` for what holds the conversation; `file` for what it refers to. */
  readonly what: 'session' | 'file'
  readonly because: string
}

/**
 * What a scan reports of one unit, the smallest thing whose change can be seen from outside: a file of a file store, the
 * database of a database store. `unchanged` means that the fingerprint is the known one and that nothing was parsed. Units
 * that a complete scan does not mention are gone.
 */
export type ScanStep =
  | { readonly type: 'total'; readonly units: number }
  | { readonly type: 'unchanged'; readonly unit: string }
  /** Sessions of a large unit of which nothing is known, ahead of its own step; what that says of any of them counts instead. */
  | { readonly type: 'slice'; readonly unit: string; readonly sessions: readonly ListedSession[] }
  /** Only in a part of a scan: what was read here changes what that unit gives, which another part may have read. */
  | { readonly type: 'later'; readonly unit: string; readonly hint: string }
  | {
      readonly type: 'unit'
      readonly unit: string
      readonly fingerprint: string
      readonly sessions: readonly ListedSession[]
      readonly checkpoints: readonly ListedCheckpoint[]
      readonly findings: readonly Finding[]
    }

/**
 * What falls to a scan that does not go through all of a source: of several side by side, every so many-th unit, or, when all of those are through,
 * the units that they left for later, with the first hint to each; after a change that the system told of, what that touched.
 */
export type ScanShare =
  | { readonly index: number; readonly of: number; readonly folders?: SharedFolders }
  | { readonly later: ReadonlyMap<string, string> }
  | { readonly only: TouchedUnits }

/** Folders that fall to one share as a whole, with its index, where that spares work; what is in no such folder falls to either. */
export type SharedFolders = ReadonlyMap<string, number>

/** The units that a change can have touched: by name, and all whose names begin with one of these folders. */
export interface TouchedUnits {
  readonly units: readonly string[]
  readonly folders: readonly string[]
}

/** State of a source, found without changing anything in it. */
export interface SourceHealth {
  readonly state: SourceState
  readonly findings: readonly Finding[]
}

export interface PageRequest {
  /** `start`, `end` or a cursor of this session. */
  readonly from: string
  readonly direction: 'forward' | 'backward'
  readonly limit: number
}

/**
 * An opened session. It answers from what was read when it was opened, or, where the store is a log or a database, reads
 * what a page needs. Entries are whole here; the transcript service cuts them for transport.
 */
export interface OpenedSession {
  readonly summary: ListedSession
  /** Findings that are known without reading everything. */
  readonly findings: readonly Finding[]
  /** File or database that holds it. */
  readonly path: string | null
  page(request: PageRequest): Promise<EntryPage>
  /** The entry as a page has it; null when there is none of that id. */
  entry(id: string): Promise<Entry | null>
  /** All prompts and dividers, in order. */
  outline(): Promise<readonly OutlineItem[]>
  /**
   * The agent's own ids of what entries stand for, where it gives them some; of what a fork took over that of its origin. They stay when what stands
   * before changes, and so tell in a comparison which entries are the same.
   */
  nativeIds?(): Promise<NativeIds>
  /** Native records of an entry as text: JSON with its own spelling where it can be kept. */
  raw(entryId: string): Promise<string>
  image(entryId: string, index: number): Promise<{ readonly mediaType: string; readonly data: Uint8Array } | null>
  /**
   * Reads everything once. Counts follow `Accounting`; `entries` as in `SessionSummary.entries`; `findings` are all findings of
   * the session.
   */
  account(signal: AbortSignal, progress: (done: number, total: number | null) => void): Promise<SessionAccount>
  close(): void
}

/** The agent's own id for an entry of a session; null where it has none. */
export type NativeIds = (entry: string) => string | null

export interface SessionAccount {
  readonly accounting: Accounting
  readonly entries: number
  readonly findings: readonly Finding[]
  /** Where the agent records it. */
  readonly usage?: TokenUsage
}

export type { TokenUsage }

/**
 * What every agent's folder exports as `adapter`. Reading never writes: no lock, no temporary file, no `-shm` outside our own
 * folder. Damage is a finding; an expected failure is thrown with `fail` (source.*, session.*, not.found).
 */
export interface AgentAdapter {
  readonly agent: AgentId
  readonly capabilities: Capabilities
  readonly configRules: ConfigRules
  locate(places: Places): Promise<readonly SourceLocation[]>
  health(source: SourceLocation, reading: Reading): Promise<SourceHealth>
  /** A share is given only where `sharesScan` is set, one of touched units only where `touched` is there. */
  scan(source: SourceLocation, known: KnownUnits, reading: Reading, share?: ScanShare): AsyncIterable<ScanStep>
  /** Set where a store of many files can be scanned by several threads, each with its share. */
  readonly sharesScan?: true
  /** Folders for so many shares; null where they would not share the work well. Asked beforehand, so that all shares go by the same. */
  shareFolders?(source: SourceLocation, of: number): SharedFolders | null
  /**
   * What changes at these watched paths, or of these names in watched folders, can have touched; null where only a scan of everything can tell.
   * Absent: it always has to. Units that are new or gone are not looked at this way.
   */
  touched?(source: SourceLocation, paths: readonly string[]): TouchedUnits | null
  open(source: SourceLocation, sessionId: string, reading: Reading): Promise<OpenedSession>
  /**
   * Changes exactly when what `open` shows may have changed; by `stat` and the like alone, nothing is parsed. null when the
   * session is not there.
   */
  sessionFingerprint(source: SourceLocation, sessionId: string, reading: Reading): Promise<string | null>
  /**
   * The session as a checkpoint holds it, to look at: nothing is restored. Only where a checkpoint holds a whole session. Expected
   * failures: `not.found`, `checkpoint.invalid` with the agent's own kind of error in `data.error`.
   */
  openCheckpoint?(
    source: SourceLocation,
    sessionId: string,
    checkpointId: string,
    reading: Reading
  ): Promise<OpenedSession>
  /** As `sessionFingerprint`, of what `openCheckpoint` shows; without it the session's own counts. */
  checkpointFingerprint?(
    source: SourceLocation,
    sessionId: string,
    checkpointId: string,
    reading: Reading
  ): Promise<string | null>
  /** The task lists in a checkpoint. */
  checkpointTasks?(
    source: SourceLocation,
    sessionId: string,
    checkpointId: string,
    reading: Reading
  ): Promise<readonly TaskList[]>
  /**
   * The configuration that a checkpoint holds, or, for null, what one made now would hold: both in one form, to be compared. Unmasked, as
   * `config` is.
   */
  checkpointConfig?(
    source: SourceLocation,
    sessionId: string,
    checkpointId: string | null,
    reading: Reading
  ): Promise<readonly RawConfigDocument[]>
  /** What the agent keeps of a session beside its transcript, where that can be compared: runs, artifacts, reports. */
  records?(source: SourceLocation, sessionId: string, reading: Reading): Promise<readonly StateRecord[]>
  /** Newest first. */
  checkpoints(source: SourceLocation, sessionId: string, reading: Reading): Promise<readonly Checkpoint[]>
  tasks(source: SourceLocation, sessionId: string, reading: Reading): Promise<readonly TaskList[]>
  /** Unmasked; only the redaction module may call it, and only it sees the values. */
  config(source: SourceLocation, sessionId: string | null, reading: Reading): Promise<readonly RawConfigDocument[]>
  /** How long the agent keeps sessions of this source, by its configuration; null where it keeps them for good. Absent: it always does. */
  retention?(source: SourceLocation): Promise<Retention | null>
  /** The files that hold a session and all that it refers to in this source; none where it is gone. Only where files hold it alone. */
  parts?(source: SourceLocation, sessionId: string): Promise<readonly SessionPart[]>
  /** What to watch so that a change shows soon: existing folders or files. */
  watch(source: SourceLocation): Promise<readonly string[]>
  /** Whether a process of the agent has the session open, by what the agent leaves of itself; null where that says nothing. */
  isOpen?(source: SourceLocation, sessionId: string): Promise<boolean | null>
  /** Only where the agent has a command that takes a session up again. */
  readonly resume?: ResumePart
  /** Only where something can be changed. */
  readonly write?: WritePart
}

/** What a read may use. */
export interface Reading {
  readonly signal: AbortSignal
  /** A folder of our own for private copies of databases; it is emptied at start. */
  readonly scratch: string
  readonly key: SourceKey
  /** Present time in Unix ms, so that tests can fix it. */
  now(): number
  /** What the person said of folders that were moved, where a plan is made; a plan puts files into the folder that it is now. */
  readonly moves?: Moves
}
