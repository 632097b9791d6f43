import { spawn } from 'node:child_process'
import type { ResumeCommand } from '@shared/domain/resume'
import { fail } from '@shared/ipc/errors'
import { quoteCommand } from '../quoting/quote-command'
import type { FoundTerminal } from './find-terminals'
import type { TerminalJob } from './terminal-kind'

/** A terminal that cannot start says so at once; one that is still there after this works. */
const settledMs = 600

/**
 * Runs what follows in its folder, then goes on as the person's shell, so that the window stays and shows how the agent ended. Everything arrives as
 * words of its own: nothing in them is read as script.
 */
const staying = 'cd -- "$1" || exit; shift; "$@"; exec "$0"'

/** What a terminal is told to run for a resume. */
export function terminalJob(
  command: ResumeCommand,
  home: string,
  platform: NodeJS.Platform,
  shell: string | undefined
): TerminalJob {
  const cwd = command.cwd ?? home
  const words = [command.program, ...command.argv]
  if (platform === 'win32') return { argv: words, cwd, line: '' }
  const changes = [
    ...command.unset.flatMap((name) => ['-u', name]),
    ...Object.entries(command.env).map(([name, value]) => `${name}=${value}`)
  ]
  const argv = changes.length === 0 ? words : ['/usr/bin/env', ...changes, ...words]
  const line = quoteCommand(shell?.endsWith('/fish') ? 'fish' : 'sh', { ...command, cwd }) ?? ''
  return { argv: ['/bin/sh', '-c', staying, shell || '/bin/sh', cwd, ...argv], cwd, line }
}

/** Starts a terminal that lives on by itself. Its process id, or null where it handed the window to another process. Throws `io`, `refused`. */
export async function startTerminal(
  { kind, program }: FoundTerminal,
  job: TerminalJob,
  env: Readonly<Record<string, string>>
): Promise<number | null> {
  const [file = program, ...args] = kind.argv(program, job)
  const child = spawn(file, args, {
    cwd: job.cwd,
    env,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsVerbatimArguments: kind.verbatim ?? false
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (said = `${said}${piece}`.slice(0, 2000)))
  const ended = await new Promise<{ code: number | string | null } | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), settledMs)
    const settle = (code: number | string | null) => {
      clearTimeout(timer)
      resolve({ code })
    }
    child.once('error', (error: NodeJS.ErrnoException) => settle(error.code ?? 'unknown'))
    child.once('close', (code, signal) => settle(code ?? signal))
  })
  child.stderr.destroy()
  child.unref()
  if (ended === null) return child.pid ?? null
  if (ended.code === 0) return null
  return fail('io', `${kind.name} ended at once (${ended.code}).${firstLine(said)}`, {
    advice: 'Choose another terminal, or copy the command.',
    data: { terminal: kind.id, program }
  })
}

function firstLine(said: string): string {
  const [line = ''] = said.trim().split('\n')
  return line === '' ? '' : ` It said: ${line.slice(0, 200)}`
}
