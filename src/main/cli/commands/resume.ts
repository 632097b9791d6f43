import { formatSessionName } from '@shared/domain/ids'
import { type ResumeCheck, type ResumeReason, ShellId, shellIds } from '@shared/domain/resume'
import type { SessionSummary } from '@shared/domain/session'
import { fail } from '@shared/ipc/errors'
import { beforeOf, compared, landedIn } from '../../service/resume/landing'
import { becomeAgent } from '../become-agent'
import { type Command, type CommandContext, textOption } from '../command'
import { exit } from '../exit-code'
import { writeAll } from '../output/output'
import { plainLine, plainText } from '../output/plain-text'
import { sessionArgument } from '../session-argument'
import { UsageError } from '../usage-error'

export const resume: Command = {
  name: 'resume',
  takes: '<session>',
  summary: 'becomes the agent in this terminal, where the session went on; --print only says how',
  options: { print: { type: 'boolean' }, shell: { type: 'string' }, terminal: { type: 'string' } },
  positionals: 1,
  async run(context) {
    const { values, json, call, out, positionals } = context
    const shell = shellOption(context)
    const terminal = textOption(values, 'terminal')
    if (terminal !== undefined && (values.print === true || shell !== undefined))
      throw new UsageError('--terminal starts the agent; it does not go with --print or --shell.')
    const session = await sessionArgument(context, positionals[0])
    const ref = { source: session.source, id: session.id }
    if (terminal !== undefined) {
      const started = await call('resume.start', { session: ref, terminal })
      if (json) out.json(started)
      else out.line(`Started in ${started.terminal}.`)
      return exit.done
    }
    const check = await call('resume.check', { session: ref })
    if (json) out.json(check)
    else if (values.print === true || shell !== undefined) print(context, check, shell ?? usualShell())
    else return goOn(context, session, check)
    return check.answer === 'doesNot' ? exit.refused : exit.done
  }
}

function shellOption({ values }: CommandContext): ShellId | undefined {
  const text = textOption(values, 'shell')
  if (text === undefined) return undefined
  const shell = ShellId.safeParse(text)
  if (!shell.success) throw new UsageError(`--shell takes ${shellIds.join(', ')}; not "${text}".`)
  return shell.data
}

function usualShell(): ShellId {
  if (process.platform === 'win32') return 'powershell'
  return process.env.SHELL?.endsWith('/fish') ? 'fish' : 'sh'
}

/** What speaks against it comes as comments, so that the whole output can be pasted or evaluated. */
function print({ out }: CommandContext, check: ResumeCheck, shell: ShellId): void {
  const sign = shell === 'cmd' ? 'rem' : '#'
  for (const line of reasonLines(check.reasons)) out.line(`${sign} ${line}`)
  const line = check.shown?.[shell]
  if (check.shown && line == null)
    fail(
      'refused',
      `The command cannot be written for ${shell}: a word of it holds a line break or another control character.`
    )
  if (line != null) out.line(line)
}

function reasonLines(reasons: readonly ResumeReason[]): readonly string[] {
  const words = { stops: 'does not work', unsure: 'not certain', note: 'note' } as const
  return reasons.map(({ bearing, text, advice }) =>
    plainLine(`${words[bearing]}: ${text}${advice ? ` ${advice}` : ''}`, 500)
  )
}

/** Becomes the agent, and says afterwards which session received the turns. */
async function goOn(context: CommandContext, session: SessionSummary, check: ResumeCheck): Promise<number> {
  const { command, answer, reasons } = check
  const [why] = reasons.filter(({ bearing }) => bearing === 'stops')
  if (command === null || answer === 'doesNot')
    return fail('precondition.failed', why?.text ?? 'The session cannot be resumed.', {
      ...(why?.advice !== undefined && { advice: why.advice }),
      data: { check }
    })
  await writeAll(
    process.stderr,
    reasonLines(reasons).map((line) => `reprise: ${line}\n`)
  )
  const before = beforeOf(await newest(context, session.source, compared))
  const code = await becomeAgent(command)
  await tellLanding(context, session, new Map([[session.id, session.updatedAt], ...before]))
  return code
}

async function tellLanding(context: CommandContext, session: SessionSummary, before: ReturnType<typeof beforeOf>) {
  try {
    await context.scan(session.agent)
    const continued = landedIn(session, before, await newest(context, session.source, 50))
    if (continued === null) return
    const name = plainText(formatSessionName(session.agent, { source: session.source, id: continued }))
    context.out.line(continued === session.id ? `${name} went on.` : `It went on as a new session: ${name}`)
  } catch {
    // How the agent ended counts; a list that could not be read again (an interrupt at the end) must not hide that.
  }
}

async function newest({ call }: CommandContext, source: string, limit: number): Promise<readonly SessionSummary[]> {
  const { rows } = await call('sessions.page', { query: { source, sort: 'updated' }, offset: 0, limit })
  return rows
}
