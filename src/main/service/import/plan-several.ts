import { isAbsolute } from 'node:path'
import { agentNames } from '@shared/domain/agents'
import type { PathMove } from '@shared/domain/import'
import type { Plan } from '@shared/domain/plan'
import { fail } from '@shared/ipc/errors'
import type { SourceLocation } from '../agents/adapter'
import type { FolderMove, ImportSession } from '../agents/write-part'
import type { ServiceParts } from '../handlers/parts'
import type { HeldImport, HeldSession } from './imports'
import { folderMoves } from './path-moves'
import { sessionOf } from './session-of'
import { sourceHere } from './source-here'

export interface PlanSeveralWish {
  /** Keys, each with the folder that the session works in here. The first one says of which agent all are. */
  readonly sessions: readonly { readonly session: string; readonly workspace: string }[]
  /** Null: the first source of that agent, or the one that it would have. */
  readonly target: string | null
  readonly map: readonly PathMove[]
}

/** One plan that puts sessions of one agent into one of its stores here. Throws `source.missing`, `refused`. */
export async function planSeveral(
  parts: ServiceParts,
  held: HeldImport,
  { sessions, target, map }: PlanSeveralWish
): Promise<Plan> {
  checkPaths([...sessions.map(({ workspace }) => workspace), ...map.map(({ here }) => here)])
  const wanted = sessions.map(({ session, workspace }) => ({ one: sessionOf(held, session), workspace }))
  const [first] = wanted
  if (first === undefined) return fail('bad.input', 'No session is named.')
  const { agent } = first.one.source.location
  const other = wanted.find(({ one }) => one.source.location.agent !== agent)
  if (other !== undefined) {
    fail('refused', `A plan is for one agent; these are sessions of ${agentNames[agent]} and others.`, {
      advice: 'Choose the sessions of one agent, then those of the next.'
    })
  }
  const source = await targetOf(parts, first.one, target)
  const wishes = wanted.map(({ one, workspace }) => wishOf(one, workspace, folderMoves(one, map, parts.look.home)))
  return parts.restore.makeImportPlan(source, wishes)
}

/** Folders of here are named from the root; those of then are whatever another system calls them. */
function checkPaths(folders: readonly string[]): void {
  const relative = folders.find((path) => !isAbsolute(path))
  if (relative === undefined) return
  fail('bad.input', `The folder ${relative} is not named from the root.`, { advice: 'Name it by its whole path.' })
}

async function targetOf(parts: ServiceParts, one: HeldSession, target: string | null): Promise<SourceLocation> {
  const { adapter } = one.source
  if (target === null) return sourceHere(parts, adapter)
  const found = parts.sources.all().find(({ location }) => location.id === target)
  if (found?.location.agent === adapter.agent) return found.location
  return fail('source.missing', `There is no such store of ${agentNames[adapter.agent]} on this machine.`)
}

function wishOf({ id, source }: HeldSession, workspace: string, moves: readonly FolderMove[]): ImportSession {
  return { kind: 'import', sessionId: id, from: source.location, key: source.key, workspace, moves }
}
