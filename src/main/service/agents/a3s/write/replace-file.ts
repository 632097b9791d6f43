import { setTimeout as sleep } from 'node:timers/promises'
import { type Gateway, systemCode } from '../../../restore/gateway'

/** Pauses between the six attempts on Windows, in milliseconds (format 1.2). */
const pauses = [5, 10, 20, 40, 80] as const

/**
 * What Node makes of the system errors 5 (access denied), 32 (sharing) and 33 (lock) of Windows: another program has the file
 * open for a moment. Every other error is final.
 */
const passing = new Set(['EPERM', 'EBUSY'])

/** How a replace is tried. */
export interface Replacing {
  readonly gateway: Gateway
  readonly platform?: NodeJS.Platform
  wait?(milliseconds: number): Promise<void>
}

/** Gives a finished file the name of the one that it replaces; on Windows up to six times, since a reader there keeps a name busy. */
export async function replaceFile(from: string, to: string, replacing: Replacing): Promise<void> {
  const { gateway, platform = process.platform, wait = (milliseconds) => sleep(milliseconds) } = replacing
  for (const pause of platform === 'win32' ? pauses : []) {
    try {
      return await gateway.rename(from, to)
    } catch (error) {
      if (!passing.has(systemCode(error))) throw error
    }
    await wait(pause)
  }
  await gateway.rename(from, to)
}
