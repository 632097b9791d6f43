import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { AgentId, agentNames } from '@shared/domain/agents'
import { adapters } from '../service/agents/registry'
import { type Command, type OptionValues, repeatedOption } from './command'
import { commands } from './commands/all'
import { readKeyFile } from './key-file'
import { UsageError } from './usage-error'

/** Agents whose sessions this version reads. */
const readAgents: readonly AgentId[] = adapters.map(({ agent }) => agent)

/** Options that every command takes. */
const everywhere = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  root: { type: 'string', multiple: true },
  'key-file': { type: 'string', multiple: true }
} as const

/** A command line that was understood. */
export type CommandLine =
  | { readonly ask: 'help'; readonly command: Command | null }
  | { readonly ask: 'version' }
  | {
      readonly ask: 'run'
      readonly command: Command
      readonly json: boolean
      readonly positionals: readonly string[]
      readonly values: OptionValues
      readonly roots: readonly { readonly agent: AgentId; readonly path: string }[]
      readonly keys: ReadonlyMap<AgentId, Uint8Array>
    }

/** Understands the arguments, or throws a `UsageError` that says what is wrong. Reads the key files that are named. */
export function parseCommandLine(args: readonly string[], cwd: string): CommandLine {
  const at = args.findIndex((arg, index) => !arg.startsWith('-') && !takesValue(args[index - 1]))
  const name = args[at]
  if (name === undefined) {
    if (args.includes('--version')) return { ask: 'version' }
    if (args.length > 0 && !args.includes('--help') && !args.includes('-h'))
      throw new UsageError('Name a command; `reprise help` lists them.')
    return { ask: 'help', command: null }
  }
  const rest = args.toSpliced(at, 1)
  if (name === 'help') return { ask: 'help', command: commands.find((one) => one.name === rest[0]) ?? null }
  const command = commands.find((one) => one.name === name)
  if (!command) throw new UsageError(`There is no command ${name}; \`reprise help\` lists them.`)
  const { values, positionals } = parsed(command, rest)
  if (values.help === true) return { ask: 'help', command }
  if (positionals.length > command.positionals) {
    throw new UsageError(`reprise ${name} does not take "${positionals[command.positionals]}".`)
  }
  const keys = pairs(values, 'key-file', cwd).map(({ agent, path }) => [agent, readKeyFile(path)] as const)
  return {
    ask: 'run',
    command,
    json: values.json === true,
    positionals,
    values,
    roots: pairs(values, 'root', cwd),
    keys: new Map(keys)
  }
}

/** Whether the word after this one is its value and not the command. */
function takesValue(arg: string | undefined): boolean {
  return arg === '--root' || arg === '--key-file'
}

function parsed(command: Command, args: readonly string[]): { values: OptionValues; positionals: string[] } {
  try {
    return parseArgs({ args: [...args], options: { ...everywhere, ...command.options }, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Values of the form `<agent>=<path>`; relative paths are from where the person is. */
function pairs(values: OptionValues, name: string, cwd: string): { agent: AgentId; path: string }[] {
  return repeatedOption(values, name).map((text) => {
    const at = text.indexOf('=')
    const agent = AgentId.safeParse(text.slice(0, Math.max(0, at)))
    const path = text.slice(at + 1)
    if (!agent.success || path === '') {
      throw new UsageError(`--${name} takes <agent>=<path>, not "${text}". Agents: ${readAgents.join(', ')}.`)
    }
    if (!readAgents.includes(agent.data)) {
      throw new UsageError(
        `This version of Reprise does not read ${agentNames[agent.data]}. --${name} takes one of ${readAgents.join(', ')}.`
      )
    }
    return { agent: agent.data, path: resolve(cwd, path) }
  })
}
