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
  const { planRestore, verifyRestored } = adapter
  const known = (location: SourceLocation) => ({ location, adapter, key: keyOf(location) })
  return {
    ...adapter,
    ...(planRestore && {
      planRestore: (source, session, checkpoint, { signal }) =>
        readers.ask(known(source), session, 'planRestore', { checkpoint }, { signal })
    }),
    ...(verifyRestored && {
      verifyRestored: (source, session, paths) =>
        readers.ask(known(source), session, 'verifyRestored', { paths }, { signal: new AbortController().signal })
    })
  }
}
