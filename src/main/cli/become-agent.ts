import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import type { ResumeCommand } from '@shared/domain/resume'
import { fail } from '@shared/ipc/errors'
import { quoteCommand } from '../service/resume/quoting/quote-command'

/** Signals that the terminal sends to everybody in it: the agent decides what they mean. */
const forTheAgent = ['SIGINT', 'SIGQUIT', 'SIGTSTP'] as const

/** Runs the agent on this terminal, as if it had been typed here, and gives the code that it ended with. Throws `io` when it cannot start. */
export async function becomeAgent(command: ResumeCommand): Promise<number> {
  const env = { ...process.env, ...command.env }
  for (const name of command.unset) Reflect.deleteProperty(env, name)
  const script = process.platform === 'win32' && /\.(cmd|bat)$/i.test(command.program)
  const line = script ? quoteCommand('cmd', { ...command, cwd: null, env: {}, unset: [] }) : null
  if (script && line === null)
    fail(
      'refused',
      'The command holds a line break or another control character, which no script of Windows can be given.'
    )
  const ignore = () => undefined
  for (const signal of forTheAgent) process.on(signal, ignore)
  try {
    const child = spawn(script ? 'cmd.exe' : command.program, script ? ['/d', '/s', '/c', `"${line}"`] : command.argv, {
      cwd: command.cwd ?? process.cwd(),
      env,
      stdio: 'inherit',
      windowsVerbatimArguments: script
    })
    const end = () => child.kill('SIGTERM')
    process.once('SIGTERM', end)
    return await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
    })
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
    return fail('io', `${command.program} could not be started (${code}).`)
  } finally {
    for (const signal of forTheAgent) process.off(signal, ignore)
  }
}
