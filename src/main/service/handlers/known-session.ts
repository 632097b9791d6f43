import { Finding } from '@shared/domain/finding'
import type { SessionRef } from '@shared/domain/session'
import type { Failure } from '@shared/ipc/errors'
import { ExpectedFailure, fail } from '@shared/ipc/errors'
import { z } from 'zod'
import type { KnownSource } from '../sources/source-table'
import type { ServiceParts } from './parts'

/** The source that holds a session; `not.found` when there is none of that id. */
export function sourceFor({ sources }: ServiceParts, session: SessionRef): KnownSource {
  return sources.get(session.source)
}

/** Throws `not.found` for a session that neither the catalog nor its source knows. */
export async function requireSession(
  parts: ServiceParts,
  session: SessionRef,
  signal: AbortSignal
): Promise<KnownSource> {
  const source = sourceFor(parts, session)
  if (parts.view.get(session) !== null) return source
  const there = await parts.readers.ask(source, session.id, 'fingerprint', null, { signal })
  return there === null ? fail('not.found', `There is no session ${session.id} in ${source.location.root}.`) : source
}

/**
 * A failure to read one session as findings, for answers that can be given without reading it. Where the adapter found out more than one sentence
 * says, the failure carries it.
 */
export function findingsOf({ code, message, advice, data }: Failure): Finding[] {
  const found = z.array(Finding).min(1).safeParse(data?.findings)
  if (found.success) return found.data
  return [{ code, severity: 'problem', what: message, ...(advice && { can: advice }) }]
}

/** What `work` gives, or the failure of a session that cannot be read now. Other failures go on. */
export async function orUnreadable<T>(work: () => Promise<T>): Promise<{ value: T } | { failure: Failure }> {
  try {
    return { value: await work() }
  } catch (error) {
    if (error instanceof ExpectedFailure && /^(session|source)\./.test(error.failure.code))
      return { failure: error.failure }
    throw error
  }
}
