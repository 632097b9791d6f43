import { resolve } from 'node:path'
import type { SessionRef } from '@shared/domain/session'
import { allPages } from '../all-pages'
import { type Command, type CommandContext, textOption } from '../command'
import { sessionArgument } from '../session-argument'
import { printPlan } from './print-plan'

/** A command that plans one change of a whole session. */
function changeOf(kind: 'delete' | 'collect' | 'migrate', summary: string): Command {
  return {
    name: kind,
    takes: '<session>',
    summary: `${summary}; prints the plan, nothing is changed`,
    options: {},
    positionals: 1,
    async run(context) {
      const { source, id } = await sessionArgument(context, context.positionals[0])
      return printPlan(context, { kind, session: { source, id } })
    }
  }
}

export const deleteSession = changeOf('delete', 'removes a session with all its files')
export const collect = changeOf('collect', 'removes artifacts that nothing in a session refers to any more')
export const migrate = changeOf('migrate', 'brings a session of an older layout into the present one')

export const fork: Command = {
  name: 'fork',
  takes: '<session> [--at <checkpoint or entry>] [--workspace P]',
  summary: 'a new session with the history of this one; prints the plan, nothing is changed',
  options: { at: { type: 'string' }, workspace: { type: 'string' } },
  positionals: 1,
  async run(context) {
    const { positionals, values, cwd } = context
    const { source, id } = await sessionArgument(context, positionals[0])
    const session = { source, id }
    const workspace = textOption(values, 'workspace')
    return printPlan(context, {
      kind: 'fork',
      session,
      ...(await placeOf(context, session, textOption(values, 'at'))),
      workspace: workspace === undefined ? null : resolve(cwd, workspace)
    })
  }
}

/** What is no id of a checkpoint is one of an entry. */
async function placeOf(context: CommandContext, session: SessionRef, at: string | undefined) {
  if (at === undefined) return { checkpoint: null, entry: null }
  const { checkpoints } = await allPages(context, 'checkpoints.list', { session })
  return checkpoints.some((checkpoint) => checkpoint.id === at)
    ? { checkpoint: at, entry: null }
    : { checkpoint: null, entry: at }
}
