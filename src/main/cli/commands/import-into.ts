import { resolve } from 'node:path'
import { AgentId, agentNames } from '@shared/domain/agents'
import type { ImportedSession, Inspection, PathMove } from '@shared/domain/import'
import { pathHere } from '@shared/domain/path-moves'
import { fail } from '@shared/ipc/errors'
import { type CommandContext, repeatedOption, textOption } from '../command'
import { type ExitCode, exit } from '../exit-code'
import { UsageError } from '../usage-error'
import { writePlan } from './write-plan'

/** The plan that puts sessions into their agent's store; `reprise apply` carries it out. */
export async function putInto(context: CommandContext, found: Inspection): Promise<ExitCode> {
  const { call, json, out, values } = context
  const [name = '', target = null] = (textOption(values, 'into') ?? '').split('@')
  const agent = AgentId.safeParse(name)
  if (!agent.success) throw new UsageError(`--into takes an agent, not "${name}".`)
  const map = mapOf(context)
  const chosen = chosenSessions(context, found, agent.data).map((one) => ({
    session: one.key,
    workspace: folderOf(context, one, [...map, ...suggestions(found, map)])
  }))
  const [first, ...more] = chosen
  if (first === undefined) return fail('not.found', `There is no session of ${agentNames[agent.data]} in it.`)
  const plan = await call('import.plan', { importId: found.importId, target, ...first, more, map })
  if (json) out.json(plan)
  else writePlan(plan, out)
  return exit.done
}

function chosenSessions({ values }: CommandContext, found: Inspection, agent: AgentId): readonly ImportedSession[] {
  const named = repeatedOption(values, 'session')
  const fitting = found.sessions.filter((session) => session.agent === agent)
  const chosen = named.length > 0 ? named.map((name) => sessionNamed(found, name)) : fitting
  if (chosen.length > 1 && named.length === 0 && values.all !== true) {
    fail('ambiguous', `There are ${chosen.length} sessions of ${agentNames[agent]} in it.`, {
      advice: 'Name one or more with --session, or take all of them with --all.',
      data: { sessions: chosen.map(({ id }) => id) }
    })
  }
  const other = chosen.find((one) => one.agent !== agent)
  if (other !== undefined) {
    fail('refused', `This is a session of ${agentNames[other.agent]}; no other agent can take it up.`)
  }
  const unfit = chosen.find(({ notPut }) => notPut !== null)
  if (unfit?.notPut) fail('refused', `${unfit.id}: ${unfit.notPut}`, { advice: 'Keep it in the library: --keep.' })
  if (values.all === true && found.total > found.sessions.length) {
    fail('refused', `There are ${found.total} sessions in it, more than are put into a store at a time.`, {
      advice: 'Name some with --session.'
    })
  }
  return chosen
}

/** Rows of `--map`, where `was` is a path of then, in its own spelling. */
function mapOf({ values, cwd }: CommandContext): PathMove[] {
  return repeatedOption(values, 'map').map((text) => {
    const at = text.indexOf('=')
    const was = text.slice(0, Math.max(0, at))
    const here = text.slice(at + 1)
    if (was === '' || here === '') throw new UsageError(`--map takes OLD=NEW, not "${text}".`)
    return { was, here: resolve(cwd, here) }
  })
}

/** What the inspection thinks; a row of the person's that holds the folder counts instead. */
function suggestions({ paths }: Inspection, map: readonly PathMove[]): PathMove[] {
  return paths.flatMap(({ was, here }) => (here === null || pathHere(was, map) !== null ? [] : [{ was, here }]))
}

function folderOf(
  { values, cwd }: CommandContext,
  { id, workspace }: ImportedSession,
  map: readonly PathMove[]
): string {
  const named = textOption(values, 'workspace')
  const here = named === undefined ? pathHere(workspace ?? '', map) : resolve(cwd, named)
  return (
    here ??
    fail(
      'bad.input',
      `It is not known where ${id} works here${workspace === null ? '' : `; it worked in ${workspace}`}.`,
      {
        advice: 'Name the folder with --workspace P, or say where a folder of then is with --map OLD=NEW.'
      }
    )
  )
}

export function sessionNamed({ sessions }: Inspection, name: string): ImportedSession {
  const found = sessions.filter(({ key, id }) => key === name || id === name)
  const [one] = found
  if (one === undefined) {
    return fail('not.found', `There is no session ${name} in it.`, { data: { sessions: sessions.map(({ id }) => id) } })
  }
  if (found.length > 1) {
    fail('ambiguous', `There are ${found.length} sessions ${name} in it.`, {
      advice: 'Name it by its key, which `--json` shows.',
      data: { sessions: found.map(({ key }) => key) }
    })
  }
  return one
}
