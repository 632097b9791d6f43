import { realpathSync } from 'node:fs'
import type { ResumeCheck, Terminal } from '@shared/domain/resume'
import type { SessionSummary } from '@shared/domain/session'
import type { Settings } from '@shared/domain/settings'
import { fail } from '@shared/ipc/errors'
import type { ResumeTarget } from '../agents/resume-part'
import type { Readers } from '../readers/readers'
import type { LookWhere } from '../sources/find-sources'
import type { KnownSource } from '../sources/source-table'
import { groundOf } from '../workspaces/path-key'
import { relocated } from '../workspaces/relocate'
import { checkSession } from './check-session'
import type { LandingWatch } from './landing'
import { environmentWith, findAgentProgram } from './program/agent-program'
import { LoginPath, type Surroundings } from './program/login-path'
import { ProgramVersions } from './program/program-version'
import { type FoundTerminal, findTerminals } from './terminals/find-terminals'
import { startTerminal, terminalJob } from './terminals/start-terminal'

export interface ResumerOptions {
  readonly look: LookWhere
  readonly readers: Readers
  readonly landing: LandingWatch
  readonly settings: () => Settings
  /** A folder of ours for what a terminal says when it cannot start. */
  readonly scratch: string
  readonly now: () => number
}

/** Checks whether agents would take sessions up again, and starts them in terminals. */
export class Resumer {
  private readonly options: ResumerOptions
  private readonly around: Surroundings
  private readonly loginPath: LoginPath
  private readonly versions = new ProgramVersions()

  constructor(options: ResumerOptions) {
    this.options = options
    const { env, home, platform } = options.look
    this.around = { env, home: realHome(home), platform }
    this.loginPath = new LoginPath(this.around, options.now)
  }

  /** Runs nothing but the login shell, for its PATH, and `<program> --version`. */
  async check(listed: SessionSummary, source: KnownSource, signal: AbortSignal): Promise<ResumeCheck> {
    const { adapter, location } = source
    const session = this.inPresentFolder(listed, location.root)
    const target: ResumeTarget = { source: location, session, home: this.around.home }
    const { env, platform } = this.around
    return checkSession(session, adapter.resume, target, {
      env,
      platform,
      program: (part) =>
        findAgentProgram(session.agent, part, {
          around: this.around,
          loginPath: this.loginPath,
          versions: this.versions,
          named: this.options.settings().programs[session.agent]
        }),
      index: ({ session: asked, home }) =>
        this.options.readers.ask(source, session.id, 'resume', { session: asked, home }, { signal })
    })
  }

  /** The folder that a person located counts, not the one that was recorded (cases: B1). */
  private inPresentFolder(session: SessionSummary, root: string): SessionSummary {
    if (session.workspace === null) return session
    const now = relocated(session.workspace, this.options.settings().relocations, groundOf(root, this.around.env))
    return now === null ? session : { ...session, workspace: now }
  }

  /** The first one is the default of `auto`; the settings may name another. */
  async terminals(): Promise<readonly Terminal[]> {
    const found = await this.found()
    const taken = chosen(found, this.options.settings().terminal)
    return found.map((one) => ({ id: one.kind.id, name: one.kind.name, isDefault: one === taken }))
  }

  /** Throws `precondition.failed` with the check where the agent would refuse, `not.found` without a terminal. */
  async start(
    session: SessionSummary,
    source: KnownSource,
    terminal: string | undefined,
    signal: AbortSignal
  ): Promise<{ terminal: string; pid: number | null }> {
    const check = await this.check(session, source, signal)
    const { command, answer, reasons } = check
    if (command === null || answer === 'doesNot') {
      const [why] = reasons.filter(({ bearing }) => bearing === 'stops')
      fail('precondition.failed', why?.text ?? 'The session cannot be resumed.', {
        ...(why?.advice !== undefined && { advice: why.advice }),
        data: { check }
      })
    }
    const found = await this.terminal(terminal)
    const { home, platform, env } = this.around
    const job = terminalJob(command, home, platform, env.SHELL)
    const environment = environmentWith(await this.loginPath.get(), this.around)
    for (const name of command.unset) Reflect.deleteProperty(environment, name)
    this.options.landing.begin(session)
    const pid = await startTerminal(found, job, { ...environment, ...command.env }, this.options.scratch)
    return { terminal: found.kind.id, pid }
  }

  private async terminal(asked: string | undefined): Promise<FoundTerminal> {
    const found = await this.found()
    const wanted =
      asked === undefined
        ? chosen(found, this.options.settings().terminal)
        : found.find(({ kind }) => kind.id === asked)
    if (wanted) return wanted
    const names = found.map(({ kind }) => kind.id)
    return fail('not.found', asked === undefined ? 'No terminal was found.' : `There is no terminal ${asked}.`, {
      advice:
        names.length === 0 ? 'Copy the command and paste it into a terminal.' : `Take one of ${names.join(', ')}.`,
      data: { terminals: names }
    })
  }

  private async found(): Promise<readonly FoundTerminal[]> {
    return findTerminals(this.around, (await this.loginPath.get()).folders)
  }
}

/** A terminal of the settings that is not there any more gives way to the default. */
function chosen(found: readonly FoundTerminal[], setting: string): FoundTerminal | undefined {
  return found.find(({ kind }) => kind.id === setting) ?? found[0]
}

/** Sources are named by where they really lie, so the home has to be as well. */
function realHome(home: string): string {
  try {
    return realpathSync(home)
  } catch {
    return home
  }
}
