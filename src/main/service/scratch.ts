import { openSync, readdirSync, rmSync, unlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Whether a process of that id is there. Not being allowed to ask means that it is. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Removes what processes that are gone left behind in their scratch folders. */
export function clearAbandonedScratch(own: string): void {
  const all = dirname(own)
  for (const name of readdirSync(all)) {
    const pid = Number(name)
    if (Number.isInteger(pid) && pid > 0 && pid !== process.pid && isRunning(pid)) continue
    if (join(all, name) !== own) rmSync(join(all, name), { recursive: true, force: true })
  }
}

let unnamed = 0

/** A file in the scratch folder without a name, for what a program of the person says: it goes when nobody has it open any more. Its descriptor. */
export function openUnnamed(own: string): number {
  const path = join(own, `said-${++unnamed}`)
  const file = openSync(path, 'wx+', 0o600)
  unlinkSync(path)
  return file
}

/** Removes this process's scratch folder. */
export function removeScratch(own: string): void {
  rmSync(own, { recursive: true, force: true })
}
