import { join } from 'node:path'
import { type AgentId, agentNames } from '@shared/domain/agents'
import { fail } from '@shared/ipc/errors'
import type { AgentAdapter, SourceLocation } from '../agents/adapter'
import type { ServiceParts } from '../handlers/parts'

/** Where agents keep sessions in a home, of those that have no source while nothing of theirs is there. */
const usualRoots: Partial<Record<AgentId, readonly string[]>> = {
  gestura: [],
  a3s: ['.a3s', 'code-web', 'sessions'],
  'claude-code': ['.claude'],
  gemini: ['.gemini']
}

/** The agent's first source here; where it has none, the one that it would have. */
export async function sourceHere(
  { sources, look }: Pick<ServiceParts, 'sources' | 'look'>,
  adapter: AgentAdapter
): Promise<SourceLocation> {
  const known = sources.all().find(({ location }) => location.agent === adapter.agent)
  if (known !== undefined) return known.location
  const usual = usualRoots[adapter.agent]
  const flags = usual === undefined ? [] : [join(look.home, ...usual)]
  const [location] = await adapter.locate({ ...look, settings: [], flags })
  if (location === undefined) return fail('refused', `There is no place for sessions of ${agentNames[adapter.agent]}.`)
  // It was asked for by its path, but nobody named it.
  return flags.length > 0 ? { ...location, origin: 'default' } : location
}

/** Agents whose store is files in folders that the agent makes when it needs them, so that a first session may be put where none is yet. */
const madeWhenNeeded: ReadonlySet<AgentId> = new Set(['gestura', 'claude-code', 'gemini'])

/** Why no session can be put into a store of an agent here; null where one can. Only looks. */
export function whyNoStore({ sources }: Pick<ServiceParts, 'sources'>, adapter: AgentAdapter): string | null {
  const known = sources.all().filter(({ location }) => location.agent === adapter.agent)
  const name = agentNames[adapter.agent]
  if (known.length === 0) {
    return madeWhenNeeded.has(adapter.agent)
      ? null
      : `There is no store of ${name} on this machine. Start ${name} once, then hand it over again.`
  }
  const reasons = known.map(({ location }) => adapter.write?.whyNoneNew?.(location) ?? null)
  return reasons.includes(null) ? null : (reasons[0] ?? null)
}
