import { diskGateway } from '../../restore/gateway'
import { engineAt, quietly, testHomeAt } from '../../restore/testing/test-home'
import { watchedGateway } from '../../restore/testing/watched-gateway'

/**
 * A process of its own that applies a plan or takes the lease over, and to which something happens at one of its changes to the
 * disk. Says its changes and what came of it as one line of JSON.
 */
export interface LeaseOrder {
  readonly home: string
  readonly work:
    | { readonly apply: { readonly planId: string; readonly digest: string } }
    | { readonly takeOver: number }
  /** Number of the change, from 1 on, before which it happens; -1 = nothing happens. */
  readonly at: number
  readonly happens: 'stop' | 'clock' | 'nothing'
  /** Where the clock jumps by at that change, in ms. */
  readonly jump?: number
  /** How far its clock is off from the start, in ms. */
  readonly clockOff?: number
  /** Pause before each change, in ms, so that it is still at work when something comes. */
  readonly slow?: number
}

const order = JSON.parse(process.argv[2] ?? '') as LeaseOrder
const systemClock = Date.now
let off = order.clockOff ?? 0
// Everything in this process reads this clock, as everything on a machine reads the machine's.
Date.now = () => systemClock() + off

const names: string[] = []
let holds = false

const gateway = watchedGateway(diskGateway, async (call, run) => {
  if (/\/epoch-\d+\.json$/.test(call.path)) holds = true
  // What it does under the lease counts, not how it takes and keeps it.
  if (!call.changes || !holds || /\/lease(\/|$)/.test(call.path)) return run()
  names.push(call.name)
  if (order.slow) await new Promise((resolve) => setTimeout(resolve, order.slow))
  if (names.length === order.at) {
    if (order.happens === 'stop') process.kill(process.pid, 'SIGSTOP')
    if (order.happens === 'clock') off += order.jump ?? 0
  }
  return run()
})

async function work(): Promise<Record<string, unknown>> {
  const engine = engineAt(testHomeAt(order.home), { gateway })
  if ('takeOver' in order.work) {
    const recovered = await engine.takeOver(order.work.takeOver)
    return { state: 'took over', recovered: recovered.length }
  }
  const { planId, digest } = order.work.apply
  return { state: (await engine.apply(planId, digest, {}, quietly)).state }
}

const outcome = await work().catch((error) => ({
  error: error.failure?.code ?? String(error),
  message: error.failure?.message,
  data: error.failure?.data
}))
process.stdout.write(`${JSON.stringify({ ...outcome, names })}\n`)
