import { listOnce, withOwnFolder } from './listing.ts'
import { median } from './measure.ts'
import { memoryOf } from './process-usage.ts'
import { ServiceClient } from './service-client.ts'

export interface Opening {
  /** Time until the last page of entries is there, in ms. */
  readonly firstScreen: number
  /** The same page again, from what is open already. */
  readonly again: number
  /** Memory of the service, in bytes: growth by the opening, and the most it ever held. */
  readonly growth: number
  readonly peak: number
  /** The longest that a request for the list took while the session was being opened. */
  readonly slowestRequest: number
  readonly answerBytes: number
}

interface Row {
  readonly source: string
  readonly id: string
}

/** Opens a session at its end in a service that has it listed, as a click on a row does. */
async function openOnce(home: string, own: string, id: string): Promise<Opening> {
  const client = await new ServiceClient({ home, own }).start()
  await client.call('scan.run')
  const { rows } = await client.call<{ rows: Row[] }>('sessions.page', {
    query: { sort: 'updated' },
    offset: 0,
    limit: 500
  })
  const row = rows.find((each) => each.id === id)
  if (!row) throw new Error(`the large session ${id} is not among the first rows`)
  const session = { source: row.source, id: row.id }
  const request = { session, from: 'end', direction: 'backward', limit: 100 }
  const before = memoryOf(client.pid).now
  let open = false
  let slowest = 0
  const others = async () => {
    while (!open) {
      const asked = performance.now()
      await client.call('sessions.page', { query: {}, offset: 0, limit: 50 })
      slowest = Math.max(slowest, performance.now() - asked)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  const started = performance.now()
  const page = client.call('transcript.page', request)
  const beside = others()
  const answer = await page
  const firstScreen = performance.now() - started
  open = true
  await beside
  const { now, peak } = memoryOf(client.pid)
  const askedAgain = performance.now()
  await client.call('transcript.page', request)
  const again = performance.now() - askedAgain
  await client.stop()
  return {
    firstScreen,
    again,
    growth: now - before,
    peak,
    slowestRequest: slowest,
    answerBytes: JSON.stringify(answer).length
  }
}

/** Several openings, each in a new process. */
export async function openings(home: string, id: string, runs: number, before: () => void): Promise<Opening> {
  return withOwnFolder(async (own) => {
    await listOnce(home, own)
    const all: Opening[] = []
    for (let run = 0; run < runs; run += 1) {
      before()
      all.push(await openOnce(home, own, id))
    }
    const pick = (name: keyof Opening) => median(all.map((opening) => opening[name]))
    return {
      firstScreen: pick('firstScreen'),
      again: pick('again'),
      growth: pick('growth'),
      peak: pick('peak'),
      slowestRequest: pick('slowestRequest'),
      answerBytes: pick('answerBytes')
    }
  })
}
