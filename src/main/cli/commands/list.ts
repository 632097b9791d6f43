import { resolve } from 'node:path'
import { AgentId, agentIds, agentNames } from '@shared/domain/agents'
import { formatSessionName } from '@shared/domain/ids'
import type { SessionSummary } from '@shared/domain/session'
import { SessionQuery } from '@shared/ipc/contract-sessions'
import { allSessions } from '../all-sessions'
import { type Command, type OptionValues, textOption } from '../command'
import { exit } from '../exit-code'
import { missingRootLines, refuseMissingRoots } from '../missing-roots'
import { numberOption } from '../number-option'
import { age } from '../output/age'
import { noSources } from '../output/no-sources'
import { plainText } from '../output/plain-text'
import { type Column, table } from '../output/table'
import { untilWord } from '../output/until-word'
import { UsageError } from '../usage-error'

export const list: Command = {
  name: 'list',
  takes: '',
  summary: 'sessions, the last used first',
  options: {
    workspace: { type: 'string' },
    agent: { type: 'string' },
    text: { type: 'string' },
    resumable: { type: 'boolean' },
    restorable: { type: 'boolean' },
    children: { type: 'boolean' },
    leaving: { type: 'boolean' },
    gone: { type: 'boolean' },
    imported: { type: 'boolean' },
    sort: { type: 'string' },
    limit: { type: 'string' }
  },
  positionals: 0,
  async run({ call, scan, json, out, values, cwd, now }) {
    const query = queryOf(values, cwd)
    const limit = numberOption(values, 'limit')
    await scan()
    const sessions = await allSessions({ call }, query, limit)
    if (sessions.length === 0) await refuseMissingRoots({ call })
    if (json) {
      const { complete } = await call('sessions.page', { query, offset: 0, limit: 1 })
      const { sources } = await call('sources.list', {})
      out.json({ sessions, complete, sources })
      return exit.done
    }
    if (sessions.length === 0) {
      const { sources } = await call('sources.list', {})
      out.line(sources.length === 0 ? noSources : 'No sessions.')
      return exit.done
    }
    for (const line of linesOf(sessions, { leaving: values.leaving === true, now: now(), width: out.width }))
      out.line(line)
    for (const line of await missingRootLines({ call })) out.line(plainText(line))
    return exit.done
  }
}

/** A workspace as the person named it: relative to where they are, without a slash at the end. */
export function workspaceOption(values: OptionValues, cwd: string): string | undefined {
  const path = textOption(values, 'workspace')
  return path === undefined ? undefined : resolve(cwd, path)
}

function queryOf(values: OptionValues, cwd: string): SessionQuery {
  const agent = AgentId.optional().safeParse(textOption(values, 'agent'))
  if (!agent.success) throw new UsageError(`--agent takes one of ${agentIds.join(', ')}.`)
  const sort = SessionQuery.shape.sort.safeParse(textOption(values, 'sort'))
  if (!sort.success) throw new UsageError(`--sort takes one of ${sorts.join(', ')}.`)
  if (values.leaving === true && values.gone === true) throw new UsageError('--leaving and --gone exclude each other.')
  const by = values.leaving === true && values.sort === undefined ? 'leaving' : sort.data
  const workspace = workspaceOption(values, cwd)
  const text = textOption(values, 'text')
  return {
    ...(workspace !== undefined && { workspace }),
    ...(agent.data !== undefined && { agent: agent.data }),
    ...(text !== undefined && { text }),
    resumable: values.resumable === true,
    restorable: values.restorable === true,
    children: values.children === true,
    ...(values.leaving === true && { leaving: true }),
    ...(values.gone === true && { gone: true }),
    ...(values.imported === true && { imported: true }),
    sort: by,
    descending: !['title', 'workspace', 'leaving'].includes(by)
  }
}

/** Live sessions, then apart from them what is left of those that are gone. */
function linesOf(
  sessions: readonly SessionSummary[],
  { leaving, now, width }: { leaving: boolean; now: number; width: number }
): string[] {
  const columns = leaving ? [{ title: 'leaves', most: 12, right: true }, ...heads] : heads
  const tableOf = (some: readonly SessionSummary[]) => {
    const rows = some.map((each) => [...(leaving ? [untilWord(each.leaves?.at, now)] : []), ...rowOf(each, now)])
    return some.length === 0 ? [] : table(columns, rows, width)
  }
  const gone = sessions.filter(isGone)
  const live = sessions.filter((each) => !isGone(each))
  if (live.length === 0 || gone.length === 0) return tableOf(sessions)
  return [...tableOf(live), '', 'Gone, of which something is left:', ...tableOf(gone)]
}

/** One that was imported was never here. */
function isGone({ state, imported }: SessionSummary): boolean {
  return state === 'gone' && imported === undefined
}

const sorts = SessionQuery.shape.sort.unwrap().options

const heads: readonly Column[] = [
  { title: 'age', most: 10, right: true },
  { title: 'agent', most: 12 },
  { title: 'title', most: 60, least: 20 },
  { title: 'workspace', most: 32 },
  { title: 'entries', most: 7, right: true },
  { title: 'points', most: 6, right: true },
  { title: 'state', most: 10 },
  { title: 'session', most: 200 }
]

function rowOf(session: SessionSummary, now: number): string[] {
  const { agent, title, workspace, updatedAt, entries, checkpoints, state } = session
  return [
    age(updatedAt, now),
    agentNames[agent],
    title,
    workspace === null ? '-' : shortPath(workspace),
    entries === null ? '-' : String(entries),
    checkpoints === 0 ? '' : String(checkpoints),
    state === 'ok' ? '' : state === 'gone' && !isGone(session) ? 'imported' : state,
    formatSessionName(agent, session)
  ]
}

/** The last two parts of a path, by which people know a workspace. */
function shortPath(path: string): string {
  const parts = path.split(/[/\\]/).filter((part) => part !== '')
  return parts.length <= 2 ? path : `…/${parts.slice(-2).join('/')}`
}
