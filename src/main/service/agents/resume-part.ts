import type { ResumeReason } from '@shared/domain/resume'
import type { SessionSummary } from '@shared/domain/session'
import type { Reading, SourceLocation } from './adapter'

/** What the command line of a resume is made from. */
export interface ResumeTarget {
  readonly source: SourceLocation
  readonly session: Pick<SessionSummary, 'id' | 'workspace' | 'layout' | 'agentVersion' | 'model'>
  /** The person's home as it really lies, to tell a usual store from others. */
  readonly home: string
}

/** A command line, still without the place of its program. */
export interface ResumeLine {
  readonly argv: readonly string[]
  /** Folder to start in; null where the agent takes the session up from anywhere. */
  readonly cwd: string | null
  readonly env: Readonly<Record<string, string>>
  /** Variables that must not be set, because they would lead the agent to another store. */
  readonly unset: readonly string[]
}

/** The oldest release of which it is known that it takes these words of the command line. */
export interface ResumeMinimum {
  /** null where no release is known to take them, so that no version can settle it. */
  readonly version: string | null
  readonly flags: readonly string[]
}

/** How the agent of an adapter takes a session up again. Everything but `check` is pure. */
export interface ResumePart {
  /** Name of its program, as it is found along PATH. */
  readonly program: string
  /** Where its installer puts it below the home, with `/`: some leave it to an alias of the shell instead of PATH. */
  readonly installedAt?: readonly string[]
  readonly minimum: ResumeMinimum
  line(target: ResumeTarget): ResumeLine
  /** What speaks against it in the agent's own index and files. Reads only; what the session itself says is looked at elsewhere. */
  check(target: ResumeTarget, reading: Reading): Promise<readonly ResumeReason[]>
  /** Set where `check` looks at everything that a list leaves undecided. */
  readonly settlesDoubts?: true
  /** What the installed release makes of this session; only where releases differ in it. `version` is null when it could not be asked. */
  judge?(version: string | null, target: ResumeTarget, found: readonly ResumeReason[]): readonly ResumeReason[]
}
