import { stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { agentNames } from '@shared/domain/agents'
import { answerOf, type ResumeCheck, type ResumeCommand, type ResumeReason } from '@shared/domain/resume'
import type { SessionSummary } from '@shared/domain/session'
import { compareVersions } from '../agents/compare-versions'
import type { ResumeLine, ResumePart, ResumeTarget } from '../agents/resume-part'
import { stops, unsure } from '../agents/resume-reasons'
import type { FoundProgram } from './program/agent-program'
import { shownCommand } from './quoting/quote-command'

/** What a pre-flight asks of the world around it. */
export interface CheckWorld {
  /** Finds the agent's program and asks it for its version. */
  program(part: ResumePart): Promise<FoundProgram>
  /** What the agent's own index and files say against it. */
  index(target: ResumeTarget): Promise<readonly ResumeReason[]>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
}

/** Whether the agent would take the session up again, why not, and with which command. Changes nothing. */
export async function checkSession(
  session: SessionSummary,
  part: ResumePart | undefined,
  target: ResumeTarget,
  world: CheckWorld
): Promise<ResumeCheck> {
  const name = agentNames[session.agent]
  if (part === undefined) {
    const none = stops(
      'agent.command',
      `${name} has no command that takes a session up again.`,
      `Choose the session in ${name} itself.`
    )
    return { answer: 'doesNot', reasons: [none], command: null, shown: null, version: null }
  }
  // It would be taken for an option, whatever the agent.
  if (session.id === '' || session.id.startsWith('-')) {
    const odd = stops('session.id', 'The id of the session is none that can be given to a program.')
    return { answer: 'doesNot', reasons: [odd], command: null, shown: null, version: null }
  }
  const line = part.line(target)
  const [found, index, folder] = await Promise.all([
    world.program(part),
    session.state === 'gone' ? [] : world.index(target),
    folderReasons(line.cwd, session)
  ])
  const { version } = found
  const rest = [...stateReasons(session, name), ...folder, ...index]
  // Who judges by the installed release knows better than the list, which goes by the newest one.
  const judged = part.judge
    ? part.judge(version, target, rest)
    : withVerdict(session, name, rest, part.settlesDoubts === true)
  const reasons = distinct([...found.reasons, ...minimumReasons(part, version, name), ...judged])
  const command = commandOf(found.path ?? part.program, line, world.env)
  const pasted = { ...command, program: found.isOnPath ? part.program : command.program }
  return { answer: answerOf(reasons), reasons, command, shown: shownCommand(pasted), version }
}

function commandOf(program: string, line: ResumeLine, env: CheckWorld['env']): ResumeCommand {
  const unset = line.unset.filter((name) => env[name] !== undefined && line.env[name] === undefined)
  return { program, argv: [...line.argv], cwd: line.cwd, env: { ...line.env }, unset }
}

function stateReasons({ state, parentKind, resumable }: SessionSummary, name: string): readonly ResumeReason[] {
  const reasons: ResumeReason[] = []
  if (state === 'gone') {
    reasons.push(
      stops('session.gone', `${name} has lost this session.`, 'Put a copy of it back first, where Reprise keeps one.')
    )
  }
  if (state === 'unreadable') {
    reasons.push(unsure('session.unreadable', `Reprise cannot read the session, so whether ${name} can is not known.`))
  }
  if (state === 'newer') {
    reasons.push(
      unsure('session.newer', 'The session is in a newer format than Reprise knows.', 'Look for a newer Reprise.')
    )
  }
  if (state === 'sealed') reasons.push(unsure('session.sealed', 'The session is encrypted, and its key was not given.'))
  if (parentKind === 'subagent' && resumable === false) {
    reasons.push(
      stops('session.subagent', 'This is a subagent of another session.', 'Resume the session that started it.')
    )
  }
  return reasons
}

/** What reading the session has shown counts where nothing more exact was found. */
function withVerdict(
  { resumable }: SessionSummary,
  name: string,
  reasons: readonly ResumeReason[],
  settled: boolean
): readonly ResumeReason[] {
  if (resumable === true || (resumable === null && settled) || reasons.some(({ bearing }) => bearing !== 'note'))
    return reasons
  if (resumable === null)
    return [
      ...reasons,
      unsure('session.undecided', `Whether ${name} takes the session up cannot be told from its records.`)
    ]
  return [
    ...reasons,
    stops('session.refused', `${name} would not take this session up: there is nothing in it to go on from.`)
  ]
}

async function folderReasons(cwd: string | null, { workspace }: SessionSummary): Promise<readonly ResumeReason[]> {
  if (cwd === null) {
    return workspace === null
      ? [unsure('directory.unknown', 'No record names the directory that the session worked in.')]
      : []
  }
  if (!isAbsolute(cwd)) {
    return [stops('directory.elsewhere', `The session worked in ${cwd}, which is no directory of this system.`)]
  }
  try {
    if ((await stat(cwd)).isDirectory()) return []
    return [stops('directory.missing', `${cwd} is no directory any more.`, 'Bring the directory back under that path.')]
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      return [
        stops(
          'directory.missing',
          `The directory of the session is not there: ${cwd}`,
          'Bring it back under that path, or locate it.'
        )
      ]
    }
    return [unsure('directory.unreadable', `The directory of the session could not be looked at (${code}): ${cwd}`)]
  }
}

/** Releases take more words as they grow; of older ones than were looked at nothing is known. */
function minimumReasons({ minimum }: ResumePart, version: string | null, name: string): readonly ResumeReason[] {
  const words = minimum.flags.join(', ')
  if (version === null) return []
  if (minimum.version === null) {
    return [
      unsure('program.flags', `Since which release ${name} takes ${words} is not known; ${version} is installed.`)
    ]
  }
  if (compareVersions(version, minimum.version) >= 0) return []
  return [
    unsure(
      'program.older',
      `${name} ${version} is older than the releases that are known to take ${words}.`,
      `Update it to ${minimum.version} or later.`
    )
  ]
}

function distinct(reasons: readonly ResumeReason[]): ResumeReason[] {
  return [...new Map(reasons.map((reason) => [`${reason.code}\n${reason.text}`, reason])).values()]
}
