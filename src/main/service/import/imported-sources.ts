import type { SourceLocation } from '../agents/adapter'
import { located } from '../operations/operation-record'
import type { KeptSession } from '../vault/kept-sessions'

/**
 * Places of agents that are not on this machine, but of which sessions were imported: those are listed all the same. Nobody named them, so that nothing is
 * there is no fault.
 */
export function importedSources(
  kept: readonly Pick<KeptSession, 'by' | 'source'>[],
  found: readonly SourceLocation[]
): readonly SourceLocation[] {
  const known = new Set(found.map(({ id }) => id))
  const more = new Map<string, SourceLocation>()
  for (const { by, source } of kept)
    if (by === 'import' && !known.has(source.id)) {
      more.set(source.id, { ...located(source), origin: 'default' })
    }
  return [...more.values()]
}
