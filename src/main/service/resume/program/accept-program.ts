import { basename, isAbsolute } from 'node:path'
import { type AgentId, agentNames } from '@shared/domain/agents'
import { fail } from '@shared/ipc/errors'
import type { AgentAdapter } from '../../agents/adapter'
import { isProgram } from './find-program'

/**
 * Throws `refused` for a program that cannot be that of the agent. The name comes over the page, and what it names is run: so only a file that may be
 * run, and whose name has that of the agent's program in it, is taken.
 */
export function acceptProgram(agent: AgentId, path: string, adapters: readonly AgentAdapter[]): void {
  const program = adapters.find((one) => one.agent === agent)?.resume?.program
  if (program === undefined) fail('refused', `${agentNames[agent]} has no command that takes a session up again.`)
  if (!isAbsolute(path) || !isProgram(path)) {
    fail('refused', `There is no program at ${path}.`, { advice: 'Name the file from the root of the disk on.' })
  }
  if (!basename(path).toLowerCase().includes(program)) {
    fail('refused', `${path} does not look like the program of ${agentNames[agent]}, which is called ${program}.`)
  }
}
