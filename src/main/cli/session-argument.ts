import { formatSessionName, parseSessionName } from '@shared/domain/ids'
import type { SessionSummary } from '@shared/domain/session'
import { fail } from '@shared/ipc/errors'
import type { CommandContext } from './command'
import { refuseMissingRoots } from './missing-roots'
import { UsageError } from './usage-error'

/** The session that `<agent>:<id>` names, or `<agent>:<id>@<source>` where several sources have one of that id. */
export async function sessionArgument(context: CommandContext, text: string | undefined): Promise<SessionSummary> {
  if (text === undefined) throw new UsageError('Name a session as <agent>:<id>; `reprise list` shows them.')
  const { sources } = await context.call('sources.list', {})
  const name = parseSessionName(text, new Set(sources.map((source) => source.id)))
  if (!name) throw new UsageError(`"${text}" names no session. Write <agent>:<id>, for example gestura:5b0c8a52.`)
  await context.scan(name.agent)
  const asked = (await context.call('sources.list', {})).sources.filter(
    ({ id, agent }) => agent === name.agent && (name.source === null || name.source === id)
  )
  const found: SessionSummary[] = []
  for (const { id } of asked) found.push(...(await listed(context, id, name.id)))
  const [only, ...more] = found
  if (!only) await refuseMissingRoots(context, asked)
  if (!only)
    return fail('not.found', `There is no session ${text}.`, { advice: 'List the sessions with `reprise list`.' })
  if (more.length === 0) return only
  const names = found.map((session) => formatSessionName(session.agent, session, true))
  return fail('ambiguous', `Several sources have a session ${text}: ${names.join(', ')}.`, {
    advice: 'Name one of them with its source.',
    data: { sessions: names }
  })
}

/** The session of that id in one source, if the list has it. */
async function listed({ call }: CommandContext, source: string, id: string): Promise<SessionSummary[]> {
  const query = { source, children: true }
  const { index } = await call('sessions.locate', { query, session: { source, id } })
  if (index === null) return []
  const { rows } = await call('sessions.page', { query, offset: index, limit: 1 })
  return rows.filter((row) => row.id === id)
}
