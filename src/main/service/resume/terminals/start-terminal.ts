import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, readSync } from 'node:fs'
import type { ResumeCommand } from '@shared/domain/resume'
import { fail } from '@shared/ipc/errors'
import { openUnnamed } from '../../scratch'
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
  if (platform === 'win32') return { argv: words, cwd, line: null }
  const changes = [
    ...command.unset.flatMap((name) => ['-u', name]),
    ...Object.entries(command.env).map(([name, value]) => `${name}=${value}`)
  ]
  const argv = changes.length === 0 ? words : ['/usr/bin/env', ...changes, ...words]
  const line = quoteCommand(shell?.endsWith('/fish') ? 'fish' : 'sh', { ...command, cwd })
  return { argv: ['/bin/sh', '-c', staying, shell || '/bin/sh', cwd, ...argv], cwd, line }
}

/** Starts a terminal that lives on by itself. Its process id, or null where it handed the window to another process. Throws `io`, `refused`. */
export async function startTerminal(
  { kind, program }: FoundTerminal,
  job: TerminalJob,
  env: Readonly<Record<string, string>>,
  scratch: string
): Promise<number | null> {
  const [file = program, ...args] = kind.argv(program, job)
  // No pipe: its end would go with this process, and a terminal that then says something would be ended by that.
  const said = process.platform === 'win32' ? null : openUnnamed(scratch)
  const child = spawn(file, args, {
    cwd: job.cwd,
    env,
    detached: true,
    stdio: ['ignore', 'ignore', said ?? 'ignore'],
    windowsVerbatimArguments: kind.verbatim ?? false
  })
  const ended = await soonEnd(child)
  child.unref()
  const words = said === null ? '' : firstLine(said)
  if (said !== null) closeSync(said)
  if (ended === null) return child.pid ?? null
  if (ended.code === 0) return null
  return fail('io', `${kind.name} ended at once (${ended.code}).${words}`, {
    advice: 'Choose another terminal, or copy the command.',
    data: { terminal: kind.id, program }
  })
}

/** How it ended, or null where it is still there after a moment. */
function soonEnd(child: ChildProcess): Promise<{ readonly code: number | string | null } | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), settledMs)
    const settle = (code: number | string | null) => {
      clearTimeout(timer)
      resolve({ code })
    }
    child.once('error', (error: NodeJS.ErrnoException) => settle(error.code ?? 'unknown'))
    child.once('exit', (code, signal) => settle(code ?? signal))
  })
}

function firstLine(said: number): string {
  const bytes = Buffer.alloc(2000)
  const text = bytes.toString('utf8', 0, readSync(said, bytes, 0, bytes.length, 0)).trim()
  const [line = ''] = text.split('\n')
  return line === '' ? '' : ` It said: ${line.slice(0, 200)}`
}
