import { join } from 'node:path'
import type { VaultLimits } from '../../vault/retention'
import { diskGateway } from '../gateway'
import type { KeepWish } from '../keep-session'
import { engineAt, quietly, testHomeAt } from './test-home'
import { watchedGateway } from './watched-gateway'

/**
 * A process of its own that applies a plan or recovers, and stops itself with a real signal at one change to the disk:
 * before it, after it, or, for a write, in the middle of it. Prints what came of it as one line of JSON.
 */
export interface StopOrder {
  readonly home: string
  /** null = recover only. */
  readonly plan: { readonly planId: string; readonly digest: string } | null
  /** The how many-th change, from 1 on; -1 = none. */
  readonly at: number
  /** Counts only changes of this name: how many others come before is not the same each time, since some run side by side. */
  readonly of?: string
  readonly when: 'before' | 'after' | 'torn'
  /** SIGSTOP holds the process up until somebody sends SIGCONT. */
  readonly signal: 'SIGKILL' | 'SIGSTOP'
  readonly staleAfter?: number
  /** Lets go of old copies instead. */
  readonly prune?: VaultLimits
  /** Keeps the session instead. */
  readonly keep?: KeepWish
}

/** The lease is refreshed by the clock, so that whoever shall be held up at a certain change must not count its writes. */
function isOfLease(path: string): boolean {
  return path.startsWith(join(order.home, '.reprise', 'lease'))
}

const order = JSON.parse(process.argv[2] ?? '') as StopOrder
const names: string[] = []

async function stopHere(): Promise<void> {
  process.kill(process.pid, order.signal)
  // The signal may take effect a moment later; nothing may happen in between.
  if (order.signal === 'SIGKILL') await new Promise(() => undefined)
}

const gateway = watchedGateway(diskGateway, async (call, run, file) => {
  if (!call.changes || (order.signal === 'SIGSTOP' && isOfLease(call.path))) return run()
  names.push(call.name)
  if (order.of !== undefined && call.name !== order.of) return run()
  if (names.filter((name) => name === (order.of ?? name)).length !== order.at) return run()
  if (order.when === 'before') await stopHere()
  if (order.when === 'torn' && file && call.bytes) {
    await file.write(call.bytes.subarray(0, call.bytes.length >> 1))
    await stopHere()
  }
  try {
    return await run()
  } finally {
    // Calls that run side by side may come in another order than the last time: what is no write is not torn.
    if (order.when !== 'before') await stopHere()
  }
})

async function main(): Promise<void> {
  const leaseTimes = order.staleAfter === undefined ? {} : { staleAfter: order.staleAfter, refreshEvery: 50 }
  const { prune, keep } = order
  const limits = prune === undefined ? {} : { vaultLimits: () => prune }
  const engine = engineAt(testHomeAt(order.home), { gateway, leaseTimes, ...limits })
  const run =
    keep !== undefined
      ? engine.keeper.keep(keep, quietly.signal).then(() => ({ state: 'kept' }))
      : prune !== undefined
        ? engine.keeper.prune().then(() => ({ state: 'pruned' }))
        : order.plan === null
          ? engine.recover().then(() => ({ state: 'recovered' }))
          : engine.apply(order.plan.planId, order.plan.digest, {}, quietly)
  const outcome = await run.then(
    (value) => ({ state: value.state }),
    (error) => ({ error: error.failure?.code ?? String(error) })
  )
  process.stdout.write(`${JSON.stringify({ ...outcome, names })}\n`)
}

await main()
