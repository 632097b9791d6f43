import type { SessionSummary } from '@shared/domain/session'
import type { Retention } from '../agents/adapter'
import type { KnownSource } from '../sources/source-table'
import type { SqlValue } from '../store/library'
import type { Sql } from './session-sql'

/** The rules of the present sources, by source; those that keep everything are not in it. */
export type Retentions = ReadonlyMap<string, Retention>

export const noRetentions: Retentions = new Map()

/** Holds the rules by which agents remove sessions, as their configuration says now. */
export class LeavingRules {
  private rules: Retentions = noRetentions

  current(): Retentions {
    return this.rules
  }

  /** Asks the agents again; true when a rule is another one than before. A configuration that cannot be read is the adapter's to judge. */
  async refresh(sources: readonly KnownSource[]): Promise<boolean> {
    const next = new Map<string, Retention>()
    for (const { adapter, location } of sources) {
      const rule = (await adapter.retention?.(location)) ?? null
      if (rule !== null) next.set(location.id, rule)
    }
    const changed = JSON.stringify([...next]) !== JSON.stringify([...this.rules])
    this.rules = next
    return changed
  }
}

/** Unix ms at which a row of `session` leaves; null in SQL where its agent keeps it, or it is gone already. */
export function leavesAtSql(retentions: Retentions): Sql {
  if (retentions.size === 0) return { text: 'null', values: [] }
  const values: SqlValue[] = [...retentions].flatMap(([source, { afterMs }]) => [source, afterMs])
  const cases = [...retentions].map(() => 'when ? then coalesce(touched_at, updated_at) + ?').join(' ')
  return { text: `iif(state = 'gone', null, case source ${cases} end)`, values }
}

/** What a list says of it; undefined where the agent keeps it. */
export function leavesOf(
  retentions: Retentions,
  row: { readonly source: string; readonly touched_at: number | null },
  { state, updatedAt }: Pick<SessionSummary, 'state' | 'updatedAt'>
): SessionSummary['leaves'] {
  const rule = retentions.get(row.source)
  const since = row.touched_at ?? updatedAt
  if (rule === undefined || since === null || state === 'gone') return undefined
  return { at: since + rule.afterMs, rule: rule.rule }
}
