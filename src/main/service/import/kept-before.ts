import { sha256Of } from '../restore/file-facts'
import type { StepDraft } from '../restore/plan-draft'
import type { KeptSession } from '../vault/kept-sessions'
import type { ListedImport } from './list-imported'

/** The newest copy in the vault, of the same session of the same agent, that holds every byte of what would be kept; null where there is none. */
export function keptBefore(
  kept: readonly KeptSession[],
  { source, id }: Pick<ListedImport, 'source' | 'id'>,
  steps: readonly StepDraft[]
): KeptSession | null {
  const own = hashesOf(steps)
  const holding = kept.filter(
    (one) =>
      one.source.agent === source.location.agent &&
      one.session.id === id &&
      holdsAll(new Set(one.parts.flatMap(({ content }) => content?.sha256 ?? [])), own)
  )
  return holding.toSorted((a, b) => b.madeAt - a.madeAt)[0] ?? null
}

export function hashesOf(steps: readonly StepDraft[]): ReadonlySet<string> {
  return new Set(steps.flatMap(({ content }) => (content === null ? [] : [sha256Of(content)])))
}

/** Nothing holds nothing. */
export function holdsAll(all: ReadonlySet<string>, some: ReadonlySet<string>): boolean {
  return some.size > 0 && [...some].every((each) => all.has(each))
}
