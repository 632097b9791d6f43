import { diskGateway } from '../gateway'
import { type RealAgent, realPlace } from './real-agent'
import type { StopOrder } from './stopping-process'
import { quietly } from './test-home'
import { watchedGateway } from './watched-gateway'

/** A process of its own that applies a plan to a real agent's store or recovers, and kills itself at one change to the disk. */
export interface AgentStopOrder extends StopOrder {
  readonly agent: RealAgent
  readonly choices: Readonly<Record<string, string>>
}

const order = JSON.parse(process.argv[2] ?? '') as AgentStopOrder
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
  const result = await run()
  await stopHere()
  return result
})

const { engine } = await realPlace(order.agent, order.home, { gateway })
const work =
  order.plan === null
    ? engine.recover().then(() => ({ state: 'recovered' }))
    : engine.apply(order.plan.planId, order.plan.digest, order.choices, quietly)
const outcome = await work.then(
  ({ state }) => ({ state }),
  (error) => ({ error: error.failure?.code ?? String(error) })
)
process.stdout.write(`${JSON.stringify({ ...outcome, names })}\n`)
