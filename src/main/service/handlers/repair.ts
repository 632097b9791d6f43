import type { Handler } from '../dispatch/handler'
import { aboutSession, asCheckpoint } from './capture'
import { requireSession } from './known-session'
import type { ServiceParts } from './parts'

/** `repair.find`, `repair.copy` */
export function repairHandlers(parts: ServiceParts): {
  'repair.find': Handler<'repair.find'>
  'repair.copy': Handler<'repair.copy'>
} {
  const { readers, sources, restore } = parts
  return {
    'repair.find': async ({ session }, { signal, progress }) => {
      await requireSession(parts, session, signal)
      progress({ done: 0, total: null, doing: 'Reading the session', cancellable: true })
      return { fixes: [...(await readers.ask(sources.get(session.source), session.id, 'fixes', null, { signal }))] }
    },
    'repair.copy': async ({ session, fixes }, { signal, progress }) => {
      await requireSession(parts, session, signal)
      progress({ done: 0, total: null, doing: 'Mending a copy', cancellable: true })
      const about = await aboutSession(parts, session, signal)
      const wish = { session, label: 'Mended copy', by: 'person', about } as const
      const kept = await restore.keeper.keepChanged(wish, { kind: 'repair', sessionId: session.id, fixes }, signal)
      return { checkpoint: await asCheckpoint(parts, session, kept.id) }
    }
  }
}
