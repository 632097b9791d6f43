import type { ParseArgsOptionsConfig } from 'node:util'
import type { AgentId } from '@shared/domain/agents'
import type { InputOf, OperationName, OutputOf } from '@shared/ipc/contract'
import type { Output } from './output/output'

/** Values of a command's options: only the ones that it declares. */
export type OptionValues = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

/** What a command works with. */
export interface CommandContext {
  readonly json: boolean
  readonly out: Output
  readonly cwd: string
  readonly positionals: readonly string[]
  readonly values: OptionValues
  /** Asks the service; a failure is thrown as `ExpectedFailure`. */
  call<N extends OperationName>(name: N, input: InputOf<N>): Promise<OutputOf<N>>
  /** Brings the list up to date: of the sources of one agent, or of all. */
  scan(agent?: AgentId): Promise<void>
  now(): number
}

export interface Command {
  readonly name: string
  /** What stands after the name in the help. */
  readonly takes: string
  readonly summary: string
  readonly options: ParseArgsOptionsConfig
  /** How many positional arguments it takes. */
  readonly positionals: number
  /** One of `exit`, or how the agent ended that the command became. */
  run(context: CommandContext): Promise<number>
}

/** A text option; undefined when it was not given. */
export function textOption(values: OptionValues, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

/** All values of an option that may be repeated. */
export function repeatedOption(values: OptionValues, name: string): readonly string[] {
  const value = values[name]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
