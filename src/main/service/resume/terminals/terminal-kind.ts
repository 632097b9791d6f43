/** What a terminal shall run: one program with its arguments, each a word of its own. */
export interface TerminalJob {
  /** Program and arguments. */
  readonly argv: readonly string[]
  readonly cwd: string
  /** The same as one line of the shell that the person uses, for terminals that only take text; null where it cannot be written as one. */
  readonly line: string | null
}

/** How a kind of terminal is started. `argv` is pure: program first, and no shell reads it. */
export interface TerminalKind {
  readonly id: string
  readonly name: string
  /** Names of its program along PATH, the first one found counts; or a bundle of macOS. */
  readonly programs: readonly string[]
  readonly bundle?: string
  readonly platforms: readonly NodeJS.Platform[]
  argv(program: string, job: TerminalJob): readonly string[]
  /** Windows only: the arguments are quoted already. */
  readonly verbatim?: true
}
