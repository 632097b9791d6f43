import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClaudePlaces } from '../places'
import { fieldsOf, numberOf } from '../records/fields'
import { findSession, statOf } from '../sessions/find-session'

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

function processOf(places: ClaudePlaces, id: string): number | null {
  for (const path of runningFiles(join(places.root, 'sessions'))) {
    try {
      const fields = fieldsOf(JSON.parse(readFileSync(path, 'utf8')))
      const pid = numberOf(fields.pid)
      if (fields.sessionId === id && pid !== null && isAlive(pid)) return pid
    } catch {
      // Written at this moment, or of a form that is not known: then the transcript's time decides.
    }
  }
  return null
}

function runningFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another account is there and may not be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
