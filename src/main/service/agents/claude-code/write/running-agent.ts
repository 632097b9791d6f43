import type { ClaudePlaces } from '../places'
import { findSession, statOf } from '../sessions/find-session'
import { processOf } from '../sessions/is-open'

const recentMs = 60_000

/**
 * Why Claude Code may be at work on a session: a running process names it, or its transcript has just been written. null when nothing says so. A
 * process has a file of its own in `sessions` (format page: "Where").
 */
export function whyInUse(places: ClaudePlaces, id: string, now: number): string | null {
  const process = processOf(places, id)
  if (process !== null) return `Claude Code has this session open (process ${process}).`
  const file = findSession(places, id)
  const stat = file === null ? null : statOf(file.path)
  if (stat === null || now - stat.mtimeMs >= recentMs || stat.mtimeMs > now + recentMs) return null
  const seconds = Math.max(0, Math.round((now - stat.mtimeMs) / 1000))
  return `The transcript was written ${seconds} ${seconds === 1 ? 'second' : 'seconds'} ago, so Claude Code may have this session open.`
}
