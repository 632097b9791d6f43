import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Gateway } from '../../../restore/gateway'
import { type Answer, refuse } from '../store/answer'
import { lockFile } from '../store/layout'
import { linkOutside } from '../store/read-bytes'
import { ensurePrivateFolder } from './private-folder'
import { type SystemLock, systemLock, type TryLock } from './system-lock'

export interface LockUse {
  readonly gateway: Gateway
  readonly signal?: AbortSignal
  /** How long a person waits; 10 seconds by default. */
  readonly lockTimeoutMs?: number
  /** For tests of systems without such locks; the system's own by default. */
  readonly tryLock?: () => Promise<TryLock>
}

const timeoutByDefault = 10_000
const pollMs = 25

/**
 * Runs something while no a3s process can open the store or commit into it, nor another Reprise (format 1.3). The lock file is made where
 * it is missing, and stays. Where the system gives no such lock, nothing is run: then nobody could say that the store is left alone.
 */
export async function underStoreLock<T>(root: string, use: LockUse, run: () => Promise<Answer<T>>): Promise<Answer<T>> {
  const path = lockFile(root)
  const outside = linkOutside(root, path)
  if (outside !== null) return refuse('link-leaves-store', outside)
  const tryLock = await (use.tryLock ?? systemLock)().catch((error: Error) => error)
  if (tryLock instanceof Error) {
    return refuse('lock-unavailable', `this system gives no lock of the kind that a3s takes: ${tryLock.message}`)
  }
  await ensurePrivateFolder(use.gateway, dirname(path))
  const lock = await waitForLock(path, tryLock, use)
  if (!('release' in lock)) return lock
  try {
    return await run()
  } finally {
    lock.release()
  }
}

/** Asks again and again instead of waiting inside the system, so that the wait has an end and can be cancelled. */
async function waitForLock(
  path: string,
  tryLock: TryLock,
  use: LockUse
): Promise<SystemLock | ReturnType<typeof refuse>> {
  const { gateway, signal, lockTimeoutMs = timeoutByDefault } = use
  for (const until = performance.now() + lockTimeoutMs; ; ) {
    signal?.throwIfAborted()
    const lock = await gateway.effect('lock the store', path, () => attempt(path, tryLock))
    if (lock !== 'taken') return lock
    if (performance.now() >= until) {
      return refuse('lock-timeout', `another program has held ${path} for ${Math.round(lockTimeoutMs / 1000)} seconds`)
    }
    await pause(pollMs, undefined, signal === undefined ? {} : { signal })
  }
}

function attempt(path: string, tryLock: TryLock): SystemLock | 'taken' | ReturnType<typeof refuse> {
  try {
    return tryLock(path)
  } catch (error) {
    return refuse('lock-unavailable', error instanceof Error ? error.message : String(error))
  }
}
