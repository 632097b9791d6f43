import type { Command } from './command'
import { commands } from './commands/all'

/** Help for one command, or for all of them. */
export function helpText(command: Command | null): string {
  return command ? helpOf(command) : overview()
}

function overview(): string {
  const width = Math.max(...commands.map((command) => title(command).length))
  return [
    'reprise: see, search and put back the sessions of your coding agents',
    '',
    'Usage: reprise <command> [--json]',
    '',
    ...commands.map((command) => `  ${title(command).padEnd(width)}  ${command.summary}`),
    '',
    'Everywhere:',
    '  --json                     for programs',
    '  --root <agent>=<path>      read that place instead of the default ones (repeatable)',
    '  --key-file <agent>=<path>  key of a sealed store: hex, in a file of mode 0600',
    '',
    'A session is named <agent>:<id>, and <agent>:<id>@<source> where several sources have one of that id.',
    'Exit codes: 0 done, 1 failed, 2 usage, 3 refused, 4 partly done.',
    ''
  ].join('\n')
}

function helpOf(command: Command): string {
  const options = Object.entries(command.options).map(
    ([name, { type }]) => `  --${name}${type === 'string' ? ' <value>' : ''}`
  )
  return [`Usage: reprise ${title(command)} [--json]`, '', command.summary, '', ...options, ''].join('\n')
}

function title({ name, takes }: Command): string {
  return takes === '' ? name : `${name} ${takes}`
}
