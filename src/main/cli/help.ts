import type { Command } from './command'
import { commands } from './commands/all'

const lineWidth = 100
const nameWidth = 28

/** Help for one command, or for all of them. */
export function helpText(command: Command | null): string {
  return command ? helpOf(command) : overview()
}

function overview(): string {
  return [
    'reprise: see, search and put back the sessions of your coding agents',
    '',
    'Usage: reprise <command> [--json]',
    '',
    ...commands.flatMap(inOverview),
    '',
    'Everywhere:',
    '  --json                     for programs',
    '  --root <agent>=<path>      read that place instead of the default ones (repeatable)',
    '  --key-file <agent>=<path>  key of a sealed store: hex, in a file of mode 0600',
    '',
    'A session is named <agent>:<id>, and <agent>:<id>@<source> where several sources have that id.',
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

/** A command with what it does beside it, or below where it takes more than fits there. */
function inOverview(command: Command): string[] {
  const named = wrapped(title(command), lineWidth - 6).map((line, index) => `${index === 0 ? '  ' : '      '}${line}`)
  const said = wrapped(command.summary, lineWidth - nameWidth - 4).map((line) => `${' '.repeat(nameWidth + 4)}${line}`)
  const [name = '', ...more] = named
  const [first = '', ...rest] = said
  const beside = more.length === 0 && name.length <= nameWidth + 2
  return beside ? [`${name.padEnd(nameWidth + 4)}${first.trimStart()}`, ...rest] : [...named, ...said]
}

/** Words on lines of at most so many characters; a longer word has a line of its own. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

function title({ name, takes }: Command): string {
  return takes === '' ? name : `${name} ${takes}`
}
