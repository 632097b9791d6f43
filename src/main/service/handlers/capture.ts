import type { Checkpoint } from '@shared/domain/checkpoint'
import type { SessionRef } from '@shared/domain/session'
import type { Handler } from '../dispatch/handler'
import type { KeepWish } from '../restore/keep-session'
import { requireSession } from './known-session'
import type { ServiceParts } from './parts'

/** `capture.make` */
export function captureHandlers(parts: ServiceParts): { 'capture.make': Handler<'capture.make'> } {
  return {
    'capture.make': async ({ session, label }, { signal, progress }) => {
      await requireSession(parts, session, signal)
      progress({ done: 0, total: null, doing: 'Reading the session', cancellable: true })
      const about = await aboutSession(parts, session, signal)
      const kept = await parts.restore.keeper.keep({ session, label, by: 'person', about }, signal)
      return { checkpoint: await asCheckpoint(parts, session, kept.id) }
    }
  }
}

/** A session that was kept a moment ago, as a point of its session; lists show it from now on. */
export async function asCheckpoint(parts: ServiceParts, session: SessionRef, kept: string): Promise<Checkpoint> {
  await parts.refreshKept()
  const points = await parts.restore.keeper.checkpoints(session)
  const checkpoint = points.find(({ id }) => id === kept)
  // It was written under the lease.
  if (checkpoint === undefined) throw new Error(`${kept} is not in the vault`)
  return checkpoint
}

/** What the list says of a session, to go with its copy. Of a store that was opened with a key nothing readable is written down. */
export async function aboutSession(
  { readers, sources, view }: Pick<ServiceParts, 'readers' | 'sources' | 'view'>,
  session: SessionRef,
  signal: AbortSignal
): Promise<KeepWish['about']> {
  const source = sources.get(session.source)
  // Before the session is read: a change in between is then one more capture, never a missed one.
  const fingerprint = await readers.ask(source, session.id, 'fingerprint', null, { signal })
  const nothing = { workspace: null, entries: null, agentVersion: null, layout: null, fingerprint }
  if (source.key !== null) return { title: 'A sealed session', ...nothing }
  const listed = view.get(session)
  if (listed === null) return { title: session.id || 'A session', ...nothing }
  const { title, workspace, entries, agentVersion = null, layout = null } = listed
  return { title, workspace, entries, agentVersion, layout, fingerprint }
}
