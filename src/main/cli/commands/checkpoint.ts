import type { SessionRef } from '@shared/domain/session'
import { type Command, type CommandContext, textOption } from '../command'
import type { ExitCode } from '../exit-code'
import { sessionArgument } from '../session-argument'
import { UsageError } from '../usage-error'
import { checkpointArgument } from './checkpoint-argument'
import { showCheckpoint } from './checkpoint-show'
import { printPlan } from './print-plan'

/** One checkpoint of the agent's own kind. Making and deleting one prints a plan; `apply` carries it out. */
export const checkpoint: Command = {
  name: 'checkpoint',
  takes: 'create|show|delete <session> [<checkpoint>]',
  summary: 'makes, shows or deletes one checkpoint of the agent itself; making and deleting give a plan first',
  options: { label: { type: 'string' } },
  positionals: 3,
  async run(context) {
    const [what, name, id] = context.positionals
    const run = what === undefined ? undefined : jobs[what as keyof typeof jobs]
    if (run === undefined) throw new UsageError('Say what to do: reprise checkpoint create|show|delete <session>.')
    if (what === 'create' && id !== undefined)
      throw new UsageError(`A new checkpoint gets an id of its own; "${id}" was not expected. --label gives it a name.`)
    if (what !== 'create' && context.values.label !== undefined)
      throw new UsageError('Only a new checkpoint takes a --label.')
    const { source, id: session } = await sessionArgument(context, name)
    return run(context, { source, id: session }, id)
  }
}

type Job = (context: CommandContext, session: SessionRef, checkpoint: string | undefined) => Promise<ExitCode>

const jobs: Readonly<Record<'create' | 'show' | 'delete', Job>> = {
  create: (context, session) =>
    printPlan(context, { kind: 'create-checkpoint', session, label: textOption(context.values, 'label') ?? null }),
  show: async (context, session, name) =>
    showCheckpoint(context, session, await checkpointArgument(context, session, name)),
  delete: async (context, session, name) => {
    const { id } = await checkpointArgument(context, session, name)
    return printPlan(context, { kind: 'delete-checkpoint', session, checkpoint: id })
  }
}
