import type { AgentAdapter, SourceKey, SourceLocation } from '../agents/adapter'
import type { Readers } from './readers'

/**
 * An adapter whose planning and verifying run where its reading runs, so that a restore of a large session does not hold up everything
 * else.
 */
export function restoringAdapter(
  adapter: AgentAdapter,
  readers: Readers,
  keyOf: (source: SourceLocation) => SourceKey
): AgentAdapter {
  const { write } = adapter
  if (write === undefined) return adapter
  const known = (location: SourceLocation) => ({ location, adapter, key: keyOf(location) })
  return {
    ...adapter,
    write: {
      ...write,
      plan: (source, change, { signal }) =>
        readers.ask(known(source), change.sessionId, 'plan', { change }, { signal }),
      capture: (source, session, { signal }) => readers.ask(known(source), session, 'capture', null, { signal }),
      verify: (source, session, paths, { signal }) =>
        readers.ask(known(source), session, 'verify', { paths }, { signal })
    }
  }
}
