import type { Worker } from 'node:worker_threads'
import type { AgentId } from '@shared/domain/agents'
import type { Failure } from '@shared/ipc/errors'
import type { SourceHealth } from '../agents/adapter'
import type { KnownSource } from '../sources/source-table'
import { pulled } from './pulled-batches'
import type { QuestionName, Questions } from './questions'
import { type LinkOptions, ReaderLink } from './reader-link'
import type { AskOptions, Readers } from './readers'
import { type ScanPart, scanShared } from './shared-scan'
import { usualHeapMb } from './start-thread'
import type { SentSource } from './thread-messages'

export interface ThreadOptions extends Omit<LinkOptions, 'heapMb'> {
  readonly heapMb?: number
  /** The thread that scans, where it was started before the rest of the service was loaded. */
  readonly scanningThread?: Worker
}

/** Sessions whose thread is remembered, so that one opened session is not opened in both. */
const mostRemembered = 64

/** A person looks at the list for as long before the first session is opened; until then the thread would be in its way. */
const askedAfterMs = 1000

/** Threads that go through a source of which nothing is known. */
const sharesOfScan = 2

const advice = 'If it happens again, the log in Reprise’s own folder says more.'

function sent({ adapter, location, key }: KnownSource): SentSource {
  return { agent: adapter.agent, location, key }
}

function diedScanning({ location }: KnownSource): Failure {
  return {
    code: 'source.unreadable',
    message: `Reading ${location.root} needed more memory than there is, or ended suddenly.`,
    advice
  }
}

function diedReading(): Failure {
  return {
    code: 'session.unreadable',
    message: 'Reading this session needed more memory than there is, or ended suddenly.',
    advice
  }
}

/**
 * Runs adapters in threads: one for scans, two for what a person waits for. A session stays with its thread, and a new one
 * goes to the thread that has less to do, so that a long parse is never in the way of another request. The first scan of a store of many
 * files is shared with one of those two: with more threads the library's one writer would be what everything waits for.
 */
export function threadReaders(options: ThreadOptions): Readers {
  const heapMb = options.heapMb ?? usualHeapMb
  const scanning = new ReaderLink({ ...options, heapMb }, options.scanningThread)
  const asking = [new ReaderLink({ ...options, heapMb }), new ReaderLink({ ...options, heapMb })]
  // Nobody waits for a thread to start: neither the first scan nor, once the list is on the screen, the first session that a person opens.
  scanning.warm()
  const scanned = new Set<AgentId>()
  const warming = setTimeout(() => asking[0]?.warm([...scanned]), askedAfterMs).unref()
  const homes = new Map<string, ReaderLink>()

  const linkFor = (key: string): ReaderLink => {
    const link = homes.get(key) ?? asking.reduce((least, one) => (one.load < least.load ? one : least))
    homes.delete(key)
    homes.set(key, link)
    if (homes.size > mostRemembered) homes.delete(homes.keys().next().value ?? key)
    return link
  }

  return {
    health: async (source, signal) =>
      (await scanning.request(
        { type: 'health', source: sent(source) },
        { signal, died: diedScanning(source) }
      )) as SourceHealth,
    async *scan(source, known, signal, only) {
      scanned.add(source.adapter.agent)
      // Whoever stops taking batches ends the scan in the thread, too.
      const left = new AbortController()
      const options = { signal: AbortSignal.any([signal, left.signal]), died: diedScanning(source) }
      const part: ScanPart = (place, share, known, batch) =>
        (asking[place - 1] ?? scanning).request(
          { type: 'scan', source: sent(source), known, share },
          { ...options, batch }
        )
      const shared = only === undefined && source.adapter.sharesScan && known.size === 0
      try {
        yield* pulled((batch) =>
          shared
            ? scanShared(sharesOfScan, part, batch, source.adapter.shareFolders?.(source.location, sharesOfScan))
            : scanning.request(
                { type: 'scan', source: sent(source), known, ...(only && { share: only }) },
                { ...options, batch }
              )
        )
      } finally {
        left.abort()
      }
    },
    async ask<N extends QuestionName>(
      source: KnownSource,
      session: string | null,
      name: N,
      input: Questions[N]['input'],
      { signal, progress, checkpoint }: AskOptions
    ) {
      const link = linkFor(`${source.location.id}\n${session}`)
      const request = { type: 'ask', source: sent(source), session, checkpoint, name, input } as const
      return (await link.request(request, { signal, died: diedReading(), progress })) as Questions[N]['answer']
    },
    async close() {
      clearTimeout(warming)
      await Promise.all([scanning, ...asking].map((link) => link.close()))
    }
  }
}
