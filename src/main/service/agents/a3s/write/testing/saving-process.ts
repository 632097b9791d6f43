import { readFileSync } from 'node:fs'
import { JsonObject } from '../../../../json/json-value'
import { parseLossless } from '../../../../json/parse-lossless'
import { diskGateway } from '../../../../restore/gateway'
import { watchedGateway } from '../../../../restore/testing/watched-gateway'
import { FileSessionStore } from '../file-store'

/**
 * A process of its own that opens a store and saves what a file holds, again and again if asked to, and kills itself at one change to the
 * disk if asked to. Prints one line of JSON for each save.
 */
export interface SaveOrder {
  readonly root: string
  /** File with the snapshot to save. */
  readonly snapshot: string
  readonly times: number
  /** Number of the change at which it kills itself; 0 is never. */
  readonly at: number
  readonly when: 'before' | 'after' | 'torn'
}

const order = JSON.parse(process.argv[2] ?? '') as SaveOrder
const names: string[] = []

async function stopHere(): Promise<void> {
  process.kill(process.pid, 'SIGKILL')
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

async function main(): Promise<void> {
  const opened = await FileSessionStore.open(order.root, { gateway, key: null, now: Date.now, lockTimeoutMs: 60_000 })
  if (!opened.ok) throw new Error(opened.error)
  const snapshot = parseLossless(readFileSync(order.snapshot, 'utf8'))
  if (!(snapshot instanceof JsonObject)) throw new Error('no snapshot')
  for (let count = 0; count < order.times; count++) {
    const saved = await opened.value.saveSnapshot(snapshot)
    process.stdout.write(`${JSON.stringify({ ...saved, names })}\n`)
  }
}

await main()
