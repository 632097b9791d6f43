import type { AgentId } from '@shared/domain/agents'
import type { Settings } from '@shared/domain/settings'
import type { AgentAdapter, Places, SourceLocation } from '../agents/adapter'
import { homeOfProcess } from '../own-folder-path'

/** Where a process may look for sources; tests give a home of their own. */
export interface LookWhere {
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly cwd: string
  /** From `--root <agent>=<path>`. */
  readonly flags: readonly { readonly agent: AgentId; readonly path: string }[]
}

/** The places of this process, with the home that its environment names. */
export function placesOfProcess(flags: LookWhere['flags'] = []): LookWhere {
  return { home: homeOfProcess(), env: process.env, platform: process.platform, cwd: process.cwd(), flags }
}

function placesFor(agent: AgentId, look: LookWhere, settings: Pick<Settings, 'roots'>): Places {
  const of = (roots: readonly { agent: AgentId; path: string }[]) =>
    roots.filter((root) => root.agent === agent).map((root) => root.path)
  return { ...look, settings: of(settings.roots), flags: of(look.flags) }
}

/** All sources of all agents, each once; the first way in which a place was named is its origin. */
export async function findSources(
  adapters: readonly AgentAdapter[],
  look: LookWhere,
  settings: Pick<Settings, 'roots'>
): Promise<readonly SourceLocation[]> {
  const found = new Map<string, SourceLocation>()
  for (const adapter of adapters) {
    for (const source of await adapter.locate(placesFor(adapter.agent, look, settings))) {
      if (!found.has(source.id)) found.set(source.id, source)
    }
  }
  return [...found.values()]
}
