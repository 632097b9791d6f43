import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listOnce } from './listing.ts'
import { median } from './measure.ts'
import { bytesRead, memoryOf, processorTime } from './process-usage.ts'
import { ServiceClient } from './service-client.ts'

/** What a line costs that an agent appends to a session which is shown. */
export interface Appending {
  /** From the append until its entry is in an answer, in ms. */
  readonly shown: number
  /** Bytes that the service read for it; null where the system does not say. */
  readonly read: number | null
  /** Processor time of the service for it, in ms. */
  readonly processor: number
  readonly peak: number
}

interface Row {
  readonly source: string
  readonly id: string
}

/** Long enough that the service has read what came before, and a line counts as the first after a rest. */
const restMs = 1500
const missedMs = 1000

function lineOf(id: string, cwd: string, text: string): string {
  const record = {
    parentUuid: null,
    isSidechain: false,
    type: 'user',
    message: { role: 'user', content: text },
    uuid: crypto.randomUUID(),
    timestamp: new Date().toISOString(),
    cwd,
    sessionId: id,
    version: '2.1.332'
  }
  return `${JSON.stringify(record)}\n`
}

async function untilShown(client: ServiceClient, session: Row, text: string): Promise<number> {
  const request = { session, from: 'end', direction: 'backward', limit: 20 }
  for (;;) {
    const changed = new Promise<void>((resolve) => {
      const stop = client.onEvent((name) => {
        if (name !== 'catalog.changed') return
        stop()
        resolve()
      })
    })
    // What is told while a page is on its way is not heard.
    await Promise.race([changed, new Promise((resolve) => setTimeout(resolve, missedMs))])
    const page = await client.call('transcript.page', request)
    if (JSON.stringify(page).includes(text)) return performance.now()
  }
}

/** Appends lines one after the other to a session that is open, in a copy of its home. */
export async function appending(home: string, path: string, id: string, runs: number): Promise<Appending> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-bench-append-'))
  const copy = join(folder, 'home')
  const own = join(folder, 'own')
  cpSync(home, copy, { recursive: true, preserveTimestamps: true, mode: 2 /* COPYFILE_FICLONE */ })
  const file = join(copy, path.slice(home.length))
  try {
    await listOnce(copy, own)
    const client = await new ServiceClient({ home: copy, own }).start()
    await client.call('scan.run')
    const { rows } = await client.call<{ rows: Row[] }>('sessions.page', { query: {}, offset: 0, limit: 1 })
    // All sessions of the home are in one source.
    const session = { source: rows[0]?.source ?? '', id }
    await client.call('transcript.page', { session, from: 'end', direction: 'backward', limit: 20 })
    const each: Appending[] = []
    // The first line after a start is read by a service that has not read the file itself yet; it does not count.
    for (let run = 0; run <= runs; run += 1) {
      await new Promise((resolve) => setTimeout(resolve, restMs))
      const text = `appended ${run} ${crypto.randomUUID()}`
      const [before, worked] = [bytesRead(client.pid), processorTime(client.pid) ?? 0]
      const waiting = untilShown(client, session, text)
      const started = performance.now()
      appendFileSync(file, lineOf(id, '/home/dev', text))
      const shown = (await waiting) - started
      const after = bytesRead(client.pid)
      const read = before === null || after === null ? null : after - before
      const { peak } = memoryOf(client.pid)
      each.push({ shown, read, processor: (processorTime(client.pid) ?? 0) - worked, peak })
    }
    await client.stop()
    const counted = each.slice(1)
    const pick = (name: keyof Appending) => median(counted.map((one) => one[name] ?? 0))
    return { shown: pick('shown'), read: pick('read'), processor: pick('processor'), peak: pick('peak') }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}
