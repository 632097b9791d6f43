import { type Command, textOption } from '../command'
import { sessionArgument } from '../session-argument'
import { UsageError } from '../usage-error'
import { printPlan } from './print-plan'

export const plan: Command = {
  name: 'plan',
  takes: '<session> <checkpoint> | <session> --to-entry <entry>',
  summary: 'what a restore would do; nothing is changed',
  options: { 'to-entry': { type: 'string' } },
  positionals: 2,
  async run(context) {
    const { positionals, values } = context
    const [name, checkpoint] = positionals
    const entry = textOption(values, 'to-entry')
    if (checkpoint !== undefined && entry !== undefined)
      throw new UsageError('Name a checkpoint or an entry, not both.')
    if (checkpoint === undefined && entry === undefined)
      throw new UsageError('Name the checkpoint; `reprise checkpoints <session>` shows them.')
    const { source, id } = await sessionArgument(context, name)
    const session = { source, id }
    if (entry !== undefined) return printPlan(context, { kind: 'restore-to-entry', session, entry })
    return printPlan(context, { kind: 'restore', session, checkpoint: checkpoint ?? '' })
  }
}
