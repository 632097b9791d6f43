import { fail } from '@shared/ipc/errors'
import { quoteForRuntime } from '../quoting/quote-word'
import type { TerminalJob, TerminalKind } from './terminal-kind'

/**
 * A new cmd that runs the program and stays. Through cmd, because most agents are scripts there that only cmd starts; by `call`, because a line that
 * begins with a quote would lose that quote.
 */
function staying({ argv }: TerminalJob): readonly string[] {
  return ['cmd.exe', '/d', '/k', 'call', ...argv.map(inQuotes)]
}

/** Quotes keep everything from cmd but these signs, which `call` reads a second time. */
function inQuotes(word: string): string {
  if (/[%"^\r\n]/.test(word)) {
    fail('refused', 'The command holds a sign that cannot be handed to a terminal of Windows.', {
      advice: 'Copy the command and paste it into a terminal.'
    })
  }
  return quoteForRuntime(word)
}

/** Terminals of Windows; folder and variables come with the process that starts them. */
export const windowsKinds: readonly TerminalKind[] = [
  {
    id: 'windows-terminal',
    name: 'Windows Terminal',
    programs: ['wt'],
    platforms: ['win32'],
    verbatim: true,
    // A semicolon begins another command of Windows Terminal.
    argv: (program, job) => [
      program,
      '-d',
      inQuotes(job.cwd).replaceAll(';', '\\;'),
      ...staying(job).map((word) => word.replaceAll(';', '\\;'))
    ]
  },
  {
    id: 'cmd',
    name: 'Command Prompt',
    programs: ['cmd'],
    platforms: ['win32'],
    verbatim: true,
    argv: (program, job) => [program, '/d', '/c', 'start', '""', '/d', inQuotes(job.cwd), ...staying(job)]
  }
]
