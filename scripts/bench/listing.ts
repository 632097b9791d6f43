import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Corpus } from './corpora.ts'
import { median } from './measure.ts'
import { memoryOf, processorTime } from './process-usage.ts'
import { ServiceClient } from './service-client.ts'

/** Times in ms since the process was started; memory in bytes. */
export interface Listing {
  readonly ready: number
  readonly firstRow: number
  readonly allListed: number
  readonly total: number
  /** Processor time of the whole process until then, in ms; 0 where the system does not say. */
  readonly processor: number
  readonly memory: number
  readonly peak: number
  /** The longest that a request for rows took while the scan ran. */
  readonly slowestRequest: number
}

interface Page {
  readonly total: number
  readonly rows: readonly { readonly source: string; readonly id: string }[]
}

const firstRows = { query: {}, offset: 0, limit: 50 }

/** Starts the service on a home and waits until its first scan, which it starts by itself, is over. */
export async function listOnce(home: string, own: string): Promise<Listing> {
  const started = performance.now()
  const client = new ServiceClient({ home, own })
  const scanned = new Promise<number>((resolve) => {
    client.onEvent((name, payload) => {
      if (name === 'scan.progress' && !(payload as { running: boolean }).running) resolve(performance.now())
    })
  })
  await client.start()
  const ready = performance.now()
  let ended = false
  void scanned.then(() => {
    ended = true
  })
  let firstRow = 0
  let slowest = 0
  while (!ended) {
    const asked = performance.now()
    const { rows } = await client.call<Page>('sessions.page', firstRows)
    const now = performance.now()
    slowest = Math.max(slowest, now - asked)
    if (rows.length > 0 && firstRow === 0) firstRow = now - started
    // Until there is a row, as often as can be told; then as often as a window asks, so that asking is not what is measured.
    await Promise.race([scanned, new Promise((resolve) => setTimeout(resolve, firstRow === 0 ? 10 : 500))])
  }
  const allListed = (await scanned) - started
  const processor = processorTime(client.pid) ?? 0
  const { total } = await client.call<Page>('sessions.page', firstRows)
  const { now, peak } = memoryOf(client.pid)
  await client.stop()
  return {
    ready: ready - started,
    firstRow: firstRow || allListed,
    allListed,
    total,
    processor,
    memory: now,
    peak,
    slowestRequest: slowest
  }
}

/** A folder of our own that lasts as long as the work. */
export async function withOwnFolder<T>(work: (own: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-bench-'))
  try {
    return await work(join(folder, 'own'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function middleOf(listings: readonly Listing[]): Listing {
  const pick = (name: keyof Listing) => median(listings.map((listing) => listing[name]))
  return {
    ready: pick('ready'),
    firstRow: pick('firstRow'),
    allListed: pick('allListed'),
    total: pick('total'),
    processor: pick('processor'),
    memory: pick('memory'),
    peak: pick('peak'),
    slowestRequest: pick('slowestRequest')
  }
}

/** First listings with nothing known, each with an empty folder of our own. `before` is called before each. */
export async function firstListing({ home }: Pick<Corpus, 'home'>, runs: number, before: () => void): Promise<Listing> {
  const listings: Listing[] = []
  for (let run = 0; run < runs; run += 1) {
    before()
    listings.push(await withOwnFolder((own) => listOnce(home, own)))
  }
  return middleOf(listings)
}

export interface Restart extends Listing {
  /** Units that were parsed by one more scan of the restarted service: none, when fingerprints work. */
  readonly parsed: number
  readonly unchanged: number
  /** That scan alone, in ms. */
  readonly scan: number
  /** Share of one core that it uses while nothing happens, in percent; null where it cannot be told. */
  readonly idle: number | null
}

const idleMs = 10_000
/** What the service still does soon after its start, such as warming a thread, is over by then. */
const settleMs = 3000

async function idleShare(pid: number): Promise<number | null> {
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  const before = processorTime(pid)
  await new Promise((resolve) => setTimeout(resolve, idleMs))
  const after = processorTime(pid)
  return before === null || after === null ? null : ((after - before) / idleMs) * 100
}

/** Listings by a service that knows everything already. */
export async function restarts({ home }: Pick<Corpus, 'home'>, runs: number, before: () => void): Promise<Restart> {
  return withOwnFolder(async (own) => {
    await listOnce(home, own)
    const listings: Listing[] = []
    for (let run = 0; run < runs; run += 1) {
      before()
      listings.push(await listOnce(home, own))
    }
    const client = await new ServiceClient({ home, own }).start()
    await client.call('scan.run')
    const times: number[] = []
    let counts = { parsed: 0, unchanged: 0 }
    for (let run = 0; run < runs; run += 1) {
      const started = performance.now()
      counts = await client.call<{ parsed: number; unchanged: number }>('scan.run')
      times.push(performance.now() - started)
    }
    const idle = await idleShare(client.pid)
    await client.stop()
    return { ...middleOf(listings), ...counts, scan: median(times), idle }
  })
}
