import type { AgentAdapter, SourceKey, SourceLocation } from '../agents/adapter'
import type { RestoringAdapter } from '../restore/engine-parts'
import type { Readers } from './readers'

/**
 * An adapter whose planning and verifying run where its reading runs, so that a restore of a large session does not hold up everything
 * else.
 */
export function restoringAdapter(
  adapter: AgentAdapter,
  readers: Readers,
  keyOf: (source: SourceLocation) => SourceKey
): RestoringAdapter {
  const { write } = adapter
  const known = (location: SourceLocation) => ({ location, adapter, key: keyOf(location) })
  const capture: NonNullable<RestoringAdapter['capture']> = (source, session, { signal }) =>
    readers.ask(known(source), session, 'capture', null, { signal })
  if (write === undefined) return adapter.parts === undefined ? {} : { capture }
  return {
    write: {
      ...write,
      capture,
      plan: (source, change, { signal, moves }) =>
        readers.ask(known(source), change.sessionId, 'plan', { change, moves }, { signal }),
      verify: (source, session, paths, { signal }, kind) =>
        readers.ask(known(source), session, 'verify', { paths, kind }, { signal })
    }
  }
}
