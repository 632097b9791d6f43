import type { SessionSummary } from '@shared/domain/session'
import type { InputOf } from '@shared/ipc/contract'
import type { CommandContext } from './command'

type Query = InputOf<'sessions.page'>['query']

/** All sessions of a query, page by page, at most `limit`. */
export async function allSessions(
  { call }: Pick<CommandContext, 'call'>,
  query: Query,
  limit = Number.POSITIVE_INFINITY
): Promise<SessionSummary[]> {
  const all: SessionSummary[] = []
  for (;;) {
    const { rows, total } = await call('sessions.page', {
      query,
      offset: all.length,
      limit: Math.min(500, limit - all.length)
    })
    all.push(...rows)
    if (rows.length === 0 || all.length >= total || all.length >= limit) return all
  }
}
