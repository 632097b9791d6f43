import type { ResumeCommand, ShellId, ShownCommand } from '@shared/domain/resume'
import { shellIds } from '@shared/domain/resume'
import { quoteCmdProgram, quoteForBuiltIn, quoteWord } from './quote-word'

/** The command as one line for each shell: change the folder, set the variables, start the program. */
export function shownCommand(command: ResumeCommand): ShownCommand {
  return Object.fromEntries(shellIds.map((shell) => [shell, quoteCommand(shell, command)])) as ShownCommand
}

/**
 * null where a word of it cannot be written in that shell, or where it holds a control character other than a line feed: the line is typed or pasted into
 * a terminal, where those are keys, also within quotes.
 */
export function quoteCommand(shell: ShellId, command: ResumeCommand): string | null {
  let whole = true
  const orEmpty = (quoted: string | null) => {
    whole &&= quoted !== null
    return quoted ?? ''
  }
  const line = lines[shell](command, (word) => orEmpty(quoteWord(shell, word)), orEmpty)
  return whole && !/[^\P{Cc}\n]/u.test(line) ? line : null
}

type Quote = (word: string) => string
type Line = (command: ResumeCommand, quote: Quote, orEmpty: (quoted: string | null) => string) => string

const words = ({ program, argv }: ResumeCommand, quote: Quote) => [program, ...argv].map(quote).join(' ')

/** `env` does for sh and for every version of fish what their own words for it do differently. */
function withEnv(command: ResumeCommand, quote: Quote): string {
  const changes = [
    ...command.unset.map((name) => `-u ${name}`),
    ...Object.entries(command.env).map(([name, value]) => `${name}=${quote(value)}`)
  ]
  const line = words(command, quote)
  return changes.length === 0 ? line : `env ${changes.join(' ')} ${line}`
}

/** A folder that is not there ends the line: the agent must not start in another one. */
const lines: Readonly<Record<ShellId, Line>> = {
  sh: (command, quote) => `${command.cwd === null ? '' : `cd ${quote(command.cwd)} && `}${withEnv(command, quote)}`,
  fish: (command, quote) => `${command.cwd === null ? '' : `cd ${quote(command.cwd)}; and `}${withEnv(command, quote)}`,
  cmd(command, quote, orEmpty) {
    const steps = [
      ...command.unset.map((name) => `set ${name}=`),
      // Its quotes keep a blank at the end out of the value.
      ...Object.entries(command.env).map(([name, value]) => `set ${orEmpty(quoteForBuiltIn(`${name}=${value}`))}`),
      [orEmpty(quoteCmdProgram(command.program)), ...command.argv.map(quote)].join(' ')
    ]
    if (command.cwd === null) return steps.join('& ')
    return `cd /d ${orEmpty(quoteForBuiltIn(command.cwd))} && ${steps.length === 1 ? steps[0] : `(${steps.join('& ')})`}`
  },
  powershell: (command, quote) =>
    [
      ...(command.cwd === null ? [] : [`Set-Location -LiteralPath ${quote(command.cwd)} -ErrorAction Stop`]),
      ...command.unset.map((name) => `$env:${name} = $null`),
      ...Object.entries(command.env).map(([name, value]) => `$env:${name} = ${asText(quote(value))}`),
      `& ${words(command, quote)}`
    ].join('; ')
}

/** Without quotes PowerShell would take a value for a command. */
const asText = (quoted: string) => (quoted.startsWith("'") ? quoted : `'${quoted}'`)
