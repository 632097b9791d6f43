import type { Reading } from '../../adapter'
import type { SessionInfo } from '../records/session-info'

const recentMs = 60_000

/** Why opencode may be at work on a session: its row has just been written. It leaves no other sign; null when nothing says so. */
export function whyInUse({ updatedAt }: SessionInfo, { now }: Pick<Reading, 'now'>): string | null {
  const ago = updatedAt === null ? Number.NaN : now() - updatedAt
  if (!(ago < recentMs && ago > -recentMs)) return null
  const seconds = Math.max(0, Math.round(ago / 1000))
  return `The session was written ${seconds} ${seconds === 1 ? 'second' : 'seconds'} ago, so opencode may have it open.`
}

/** Said of every plan that changes a session which is there. */
export const closeFirst = 'Close opencode, or at least this session in it, before this is applied.'
