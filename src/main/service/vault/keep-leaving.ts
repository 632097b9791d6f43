import type { SessionRef } from '@shared/domain/session'
import { ExpectedFailure } from '@shared/ipc/errors'
import { aboutSession } from '../handlers/capture'
import type { ServiceParts } from '../handlers/parts'
import type { KeptSession } from './kept-sessions'

/** Sessions that one look keeps at most. */
const mostAtOnce = 50
/** Sessions that one look asks for their fingerprint at most: those of which nothing is kept yet, then those that leave first. */
const mostLookedAt = 500
/** There may be thousands where an agent was not started for long, since they leave when it is. */
const mostListed = 10_000

type Parts = Pick<ServiceParts, 'settings' | 'view' | 'restore' | 'readers' | 'sources'>

/**
 * Keeps sessions that their agent removes within a week, unless a copy of them as they are is kept already (cases: F4). The copies stay in the vault
 * and may take as much as the settings say; once that is full no more are made. A session that cannot be kept is told and does not stop the others.
 *
 * @returns the sessions that were kept.
 */
export async function keepLeaving(
  parts: Parts,
  signal: AbortSignal,
  onProblem: (error: unknown) => void,
  most = mostLookedAt
): Promise<readonly SessionRef[]> {
  const { keepLeaving: wanted, keepLeavingBytes } = parts.settings.current()
  if (!wanted) return []
  const query = { leaving: true, sort: 'leaving', descending: false } as const
  const { rows } = parts.view.page(query, 0, mostListed)
  if (rows.length === 0) return []
  const held = Map.groupBy(await parts.restore.keeper.kept(), ({ session }) => keyOf(session))
  const kept: SessionRef[] = []
  let bytes = await leavingBytes(parts)
  const isHeld = (row: SessionRef) => held.has(keyOf(row))
  const inOrder = [...rows.filter((row) => !isHeld(row)), ...rows.filter(isHeld)]
  for (const { source, id } of inOrder.slice(0, most)) {
    const session = { source, id }
    if (signal.aborted || kept.length >= mostAtOnce || bytes >= keepLeavingBytes) break
    try {
      const copy = await keepUnlessHeld(parts, session, held.get(keyOf(session)) ?? [], signal)
      if (copy === null) continue
      kept.push(session)
      // At most so much on disk; the whole vault is only measured where that may be too much.
      bytes += copy.parts.reduce((sum, { content }) => sum + (content?.bytes ?? 0), 0)
      if (bytes >= keepLeavingBytes) bytes = await leavingBytes(parts)
    } catch (error) {
      // One that goes meanwhile or cannot be kept, another Reprise that writes: the next look tries again.
      if (!(error instanceof ExpectedFailure) && !signal.aborted) onProblem(error)
    }
  }
  return kept
}

/** On disk; content that several copies share counts for each of them. */
export async function leavingBytes({ restore }: Pick<ServiceParts, 'restore'>): Promise<number> {
  const ids = new Set((await restore.keeper.kept()).flatMap(({ id, by }) => (by === 'leaving' ? [id] : [])))
  if (ids.size === 0) return 0
  const { copies } = await restore.keeper.show()
  return copies.reduce((sum, { id, bytes }) => sum + (ids.has(id) ? bytes : 0), 0)
}

async function keepUnlessHeld(
  parts: Parts,
  session: SessionRef,
  held: readonly KeptSession[],
  signal: AbortSignal
): Promise<KeptSession | null> {
  const about = await aboutSession(parts, session, signal)
  if (about.fingerprint === null || held.some(({ fingerprint }) => fingerprint === about.fingerprint)) return null
  return parts.restore.keeper.keep({ session, label: null, by: 'leaving', about }, signal)
}

function keyOf({ source, id }: SessionRef): string {
  return JSON.stringify([source, id])
}
