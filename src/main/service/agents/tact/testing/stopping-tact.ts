import { join } from 'node:path'
import { diskGateway } from '../../../restore/gateway'
import type { StopOrder } from '../../../restore/testing/stopping-process'
import { watchedGateway } from '../../../restore/testing/watched-gateway'
import { homeAt } from './sample-home'
import { engineOver, quietly } from './tact-engine'

/**
 * A process of its own that applies a plan to a store of tact or recovers, and kills itself with a real signal at one change to the disk: before
 * it, after it, or in the middle of a write. Prints what came of it as one line of JSON.
 */
const order = JSON.parse(process.argv[2] ?? '') as StopOrder
const names: string[] = []

async function stopHere(): Promise<void> {
  process.kill(process.pid, order.signal)
  await new Promise(() => undefined)
}

const gateway = watchedGateway(diskGateway, async (call, run, file) => {
  if (!call.changes) return run()
  names.push(call.name)
  if (names.length !== order.at) return run()
  if (order.when === 'before') await stopHere()
  if (order.when === 'torn' && file && call.bytes) {
    await file.write(call.bytes.subarray(0, call.bytes.length >> 1))
    await stopHere()
  }
  try {
    return await run()
  } finally {
    if (order.when !== 'before') await stopHere()
  }
})

async function main(): Promise<void> {
  const home = await homeAt(order.home, join(order.home, '.reprise', 'scratch'))
  const engine = engineOver(home, { gateway })
  const run =
    order.plan === null
      ? engine.recover().then(() => ({ state: 'recovered' }))
      : engine.apply(order.plan.planId, order.plan.digest, {}, quietly)
  const outcome = await run.then(
    (value) => ({ state: value.state }),
    (error) => ({ error: error.failure?.code ?? String(error) })
  )
  process.stdout.write(`${JSON.stringify({ ...outcome, names })}\n`)
}

await main()
