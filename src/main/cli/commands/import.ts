import { resolve } from 'node:path'
import { AgentId, agentNames } from '@shared/domain/agents'
import { formatSessionName } from '@shared/domain/ids'
import type { ImportedSession, Inspection } from '@shared/domain/import'
import { fail } from '@shared/ipc/errors'
import { type Command, type CommandContext, repeatedOption, textOption } from '../command'
import { type ExitCode, exit } from '../exit-code'
import { writeInspection } from '../output/inspection'
import { UsageError } from '../usage-error'
import { writePlan } from './write-plan'

export const importFile: Command = {
  name: 'import',
  takes: '<path> [--inspect] [--keep | --into <agent>[@source] --workspace P] [--session S] [--label T]',
  summary:
    'looks into a bundle, a session file, a store, a folder or a zip; keeps what is inside, or plans to put it into its agent',
  options: {
    inspect: { type: 'boolean' },
    keep: { type: 'boolean' },
    into: { type: 'string' },
    workspace: { type: 'string' },
    session: { type: 'string' },
    label: { type: 'string' }
  },
  positionals: 1,
  async run(context) {
    const { call, cwd, positionals, values } = context
    const [path] = positionals
    const into = textOption(values, 'into')
    if (path === undefined) throw new UsageError('Name the file or folder.')
    if (values.keep === true && into !== undefined) throw new UsageError('Choose --keep or --into, not both.')
    const workspace = textOption(values, 'workspace')
    if (into !== undefined && workspace === undefined) {
      throw new UsageError('Name the folder that the session shall work in with --workspace.')
    }
    await context.scan()
    const found = await call('import.inspect', { path: resolve(cwd, path), keyFile: keyFile(context) })
    try {
      if (values.keep === true) return await keep(context, found)
      if (into !== undefined) return await put(context, found, into, resolve(cwd, workspace ?? ''))
      if (context.json) context.out.json(found)
      else writeInspection(found, context.out)
      return exit.done
    } finally {
      await call('import.close', { importId: found.importId })
    }
  }
}

/** The key of a sealed store, as `--key-file` names it everywhere. */
function keyFile({ values, cwd }: CommandContext): string | null {
  const named = repeatedOption(values, 'key-file').at(-1)
  return named === undefined ? null : resolve(cwd, named.slice(named.indexOf('=') + 1))
}

async function keep({ call, json, out, values }: CommandContext, found: Inspection): Promise<ExitCode> {
  const named = textOption(values, 'session')
  const sessions = named === undefined ? null : [sessionNamed(found, named).key]
  const label = textOption(values, 'label') ?? null
  const answer = await call('import.keep', { importId: found.importId, sessions, label })
  const { sources } = await call('sources.list', {})
  const agentOf = (id: string) => sources.find((source) => source.id === id)?.agent
  if (json) out.json(answer)
  else {
    for (const { session, checkpoint } of answer.kept) {
      const agent = agentOf(session.source)
      const name = agent === undefined ? session.id : formatSessionName(agent, session, true)
      out.line(`Kept: ${name} as ${checkpoint}. To read it: reprise show ${name} --checkpoint ${checkpoint}`)
    }
    for (const { key, because } of answer.notKept) out.line(`! not kept: ${key}. ${because}`)
  }
  if (answer.notKept.length === 0) return exit.done
  return answer.kept.length > 0 ? exit.partly : exit.refused
}

/** The plan; `reprise apply` carries it out. */
async function put(
  { call, json, out, values }: CommandContext,
  found: Inspection,
  into: string,
  workspace: string
): Promise<ExitCode> {
  const [name = '', target = null] = into.split('@')
  const agent = AgentId.safeParse(name)
  if (!agent.success) throw new UsageError(`--into takes an agent, not "${name}".`)
  const named = textOption(values, 'session')
  const fitting = found.sessions.filter((session) => session.agent === agent.data)
  const one = named === undefined ? only(fitting, agent.data) : sessionNamed(found, named)
  if (one.agent !== agent.data) {
    fail('refused', `This is a session of ${agentNames[one.agent]}; no other agent can take it up.`)
  }
  if (one.notPut !== null) fail('refused', one.notPut, { advice: 'Keep it in the library: --keep.' })
  const plan = await call('import.plan', { importId: found.importId, session: one.key, target, workspace })
  if (json) out.json(plan)
  else writePlan(plan, out)
  return exit.done
}

function only(sessions: readonly ImportedSession[], agent: AgentId): ImportedSession {
  const [one, ...more] = sessions
  if (one === undefined) return fail('not.found', `There is no session of ${agentNames[agent]} in it.`)
  if (more.length > 0) {
    fail('ambiguous', `There are ${sessions.length} sessions of ${agentNames[agent]} in it.`, {
      advice: 'Name one with --session.',
      data: { sessions: sessions.map(({ id }) => id) }
    })
  }
  return one
}

function sessionNamed({ sessions }: Inspection, name: string): ImportedSession {
  return (
    sessions.find(({ key, id }) => key === name || id === name) ??
    fail('not.found', `There is no session ${name} in it.`, { data: { sessions: sessions.map(({ id }) => id) } })
  )
}
