import { hash } from 'node:crypto'
import type { AgentId } from '@shared/domain/agents'
import type { SessionRef } from '@shared/domain/session'
import type { ListedCheckpoint } from '../agents/adapter'
import type { LibraryWriter } from '../store/library'
import { keptUnit, UnitStore } from './unit-store'

/** A checkpoint that Reprise keeps, with the source that it belongs to. */
export interface ListedKept extends ListedCheckpoint {
  readonly session: SessionRef
  readonly agent: AgentId
}

/**
 * Takes over into the list what the vault keeps, as one unit of each source: it counts like an agent's own checkpoints, and a session that is gone
 * stays listed by it. The vault is the truth; this only repeats it.
 *
 * @returns the sessions whose row changed.
 */
export function listKept(writer: LibraryWriter, points: readonly ListedKept[]): readonly SessionRef[] {
  const bySource = Map.groupBy(points, (point) => point.session.source)
  const known = writer.all<{ source: string; agent: AgentId; fingerprint: string }>(
    `select unit.source, unit.fingerprint, coalesce((select agent from source where source.source = unit.source),
       (select agent from session where session.source = unit.source limit 1)) as agent from unit where unit.unit = ?`,
    keptUnit
  )
  const before = new Map(known.map((row) => [row.source, row]))
  const changed: SessionRef[] = []
  for (const source of new Set([...bySource.keys(), ...before.keys()])) {
    const kept = bySource.get(source) ?? []
    const agent = kept[0]?.agent ?? before.get(source)?.agent
    const fingerprint = hash('sha1', JSON.stringify(kept))
    if (agent === undefined || before.get(source)?.fingerprint === fingerprint) continue
    const checkpoints = kept.map(({ session: _, agent: __, ...point }) => point)
    const unit = { type: 'unit', unit: keptUnit, fingerprint, sessions: [], checkpoints, findings: [] } as const
    const store = new UnitStore(writer, source, agent)
    const ids = kept.length === 0 ? store.remove([keptUnit]) : store.write([unit])
    changed.push(...ids.map((id) => ({ source, id })))
  }
  return changed
}
