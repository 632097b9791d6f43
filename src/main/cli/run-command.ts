import { randomUUID } from 'node:crypto'
import type { AgentId } from '@shared/domain/agents'
import type { InputOf, OperationName, OutputOf } from '@shared/ipc/contract'
import { ExpectedFailure } from '@shared/ipc/errors'
import type { Service } from '../service/service'
import type { CommandContext } from './command'
import type { CommandLine } from './command-line'
import type { Output } from './output/output'
import { withoutMaskIds } from './without-mask-ids'

type Run = Extract<CommandLine, { ask: 'run' }>

/** Runs a command over the same requests that the window makes. Failures of the service are thrown as `ExpectedFailure`. */
export function runCommand(
  line: Run,
  service: Service,
  out: Output,
  signal: AbortSignal,
  cwd: string
): Promise<number> {
  const call = async <N extends OperationName>(name: N, input: InputOf<N>): Promise<OutputOf<N>> => {
    const context = { traceId: randomUUID(), signal, progress: () => undefined }
    const envelope = await service.dispatch(name, input, context)
    if (!envelope.ok) throw new ExpectedFailure(envelope.error)
    // Here is nobody who could click on a mask, so it needs no id.
    return withoutMaskIds(envelope.value) as OutputOf<N>
  }
  const scan = async (agent?: AgentId) => {
    if (agent === undefined) {
      await call('scan.run', {})
      return
    }
    for (const { id } of (await call('sources.list', {})).sources.filter((source) => source.agent === agent)) {
      await call('scan.run', { source: id })
    }
  }
  const { json, positionals, values } = line
  const context: CommandContext = { json, out, cwd, positionals, values, call, scan, now: Date.now }
  return line.command.run(context)
}
