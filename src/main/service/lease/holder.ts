import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { z } from 'zod'

/** Who holds the lease: enough to name it to a person and to see whether it still lives. */
export const Holder = z.object({
  /** `<host>:<pid>:<random>`: one per taking process. */
  id: z.string(),
  host: z.string(),
  pid: z.number().int(),
  /** When that process started, as the system counts it; tells it from a later one with the same number. */
  started: z.string().nullable()
})
export type Holder = z.infer<typeof Holder>

export function thisHolder(): Holder {
  const host = hostname()
  return {
    id: `${host}:${process.pid}:${randomBytes(4).toString('hex')}`,
    host,
    pid: process.pid,
    started: startOf(process.pid)
  }
}

/** `host:pid`, as the app shows it. */
export function nameOf(holder: Holder): string {
  return `${holder.host}:${holder.pid}`
}

/** True only when it is certain that the process is gone: it ran on this machine and no process is it any more. */
export function isGone(holder: Holder): boolean {
  if (holder.host !== hostname()) return false
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
  const started = startOf(holder.pid)
  return started !== null && holder.started !== null && started !== holder.started
}

/** False only when it is certain that the process of a holder's id is gone. Its number may belong to a later process. */
export function mayStillLive(id: string): boolean {
  const [, host, pid] = /^(.*):(\d+):[^:]*$/.exec(id) ?? []
  return host === undefined || !isGone({ id, host, pid: Number(pid), started: null })
}

/** Start time of a process in clock ticks since boot, from /proc (proc(5), field 22); null where there is no /proc. */
function startOf(pid: number): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in brackets and may hold spaces, so count from its end.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    // No /proc on this system, or the process has just gone: unknown.
    return null
  }
}
