import { agentNames } from '@shared/domain/agents'
import type { SessionRef } from '@shared/domain/session'
import type { EventPayload, ScanResult } from '@shared/ipc/contract'
import { ExpectedFailure } from '@shared/ipc/errors'
import { isFullDisk } from '../dispatch/system-failure'
import type { KnownSource } from '../sources/source-table'
import { type BegunScan, beginScan } from './begin-scan'
import { lookAt } from './look-at'
import { type ScanDependencies, type ScanReport, scanSource, type UnitCounts } from './scan-source'
import { readerOf } from './source-rows'

export interface ScannerEvents {
  progress(progress: EventPayload<'scan.progress'>): void
  /** Sessions that changed; null when something about the sources themselves changed. */
  changed(sessions: readonly SessionRef[] | null): void
  /** A scan met a bug of ours in one source. */
  fault(error: unknown): void
}

export interface ScannerOptions extends ScanDependencies {
  /** The sources of this moment, found anew. */
  readonly locate: () => Promise<readonly KnownSource[]>
  /** A source as it was found last. */
  readonly find: (source: string) => KnownSource | undefined
  readonly sessionCount: () => number
  readonly events: ScannerEvents
}

/** A scan of all sources that is under way or waits for its turn; whoever asks for one meanwhile takes part in it. */
interface SharedScan {
  readonly result: Promise<ScanResult>
  readonly stop: AbortController
  readonly listeners: Set<ScannerEvents['progress']>
}

/** Scans one after the other: sources share a disk, and the list must not change under its own feet. */
export class Scanner {
  private readonly options: ScannerOptions
  private last: Promise<unknown> = Promise.resolve()
  private waiting = 0
  private ended = false
  private shared: SharedScan | null = null

  constructor(options: ScannerOptions) {
    this.options = options
  }

  get scanning(): boolean {
    return this.waiting > 0
  }

  /** Whether the first scan of all sources found any that was scanned before; undefined until it begins. */
  knewSources: boolean | undefined

  /** Whether a scan of all sources came to its end in this process. */
  get completed(): boolean {
    return this.ended
  }

  /** Settles when nothing is scanned or waits for it. */
  async idle(): Promise<void> {
    while (this.waiting > 0) await this.last
  }

  /**
   * Scans one source, or all of them. Settles when it is done; fails with `cancelled` when `signal` ends it. There is one scan of all sources at a
   * time: a window can take part in the one that the service began by itself, and end it for everyone.
   */
  run(
    only: string | null,
    signal: AbortSignal,
    onProgress: ScannerEvents['progress'] = () => undefined
  ): Promise<ScanResult> {
    if (signal.aborted) return Promise.reject(cancelled())
    if (only !== null) return this.queue((progress) => this.scan(only, signal, progress), signal, new Set([onProgress]))
    this.shared ??= this.share()
    return takePart(this.shared, signal, onProgress)
  }

  /**
   * Takes over what changed at some paths of a source, as the system told of them. False where only a scan of it can tell, or where that met
   * something that a scan has to report.
   */
  look(source: string, paths: readonly string[], signal: AbortSignal): Promise<boolean> {
    const work = async () => {
      const known = this.options.find(source)
      return (
        known !== undefined &&
        lookAt(
          known,
          paths,
          this.options,
          this.reportFor(known, () => undefined),
          signal
        )
      )
    }
    return this.queue(work, signal, new Set())
  }

  private share(): SharedScan {
    const stop = new AbortController()
    const listeners: SharedScan['listeners'] = new Set()
    const result = this.queue((progress) => this.scan(null, stop.signal, progress), stop.signal, listeners).finally(
      () => {
        this.shared = null
      }
    )
    return { result, stop, listeners }
  }

  private queue<T>(
    work: (progress: ScannerEvents['progress']) => Promise<T>,
    signal: AbortSignal,
    listeners: SharedScan['listeners']
  ): Promise<T> {
    this.waiting += 1
    const turn = async () => {
      try {
        await this.last
        signal.throwIfAborted()
        return await work((progress) => {
          for (const listener of listeners) listener(progress)
        })
      } catch (error) {
        throw signal.aborted ? cancelled() : error
      } finally {
        this.waiting -= 1
      }
    }
    const result = turn()
    this.last = result.catch(() => undefined)
    return result
  }

  private async scan(
    only: string | null,
    signal: AbortSignal,
    onProgress: ScannerEvents['progress']
  ): Promise<ScanResult> {
    const { events, locate } = this.options
    const count = remembered(this.options.sessionCount)
    const located = await locate()
    const sources = only === null ? located : located.filter((source) => source.location.id === only)
    if (only === null) {
      const { reader } = this.options
      this.knewSources ??= sources.some(({ location }) => readerOf(reader, location.id) !== null)
    }
    const counts: UnitCounts = { parsed: 0, unchanged: 0, removed: 0 }
    const tell = (progress: EventPayload<'scan.progress'>) => {
      events.progress(progress)
      onProgress(progress)
    }
    let before = 0
    const begun: BegunScan[] = []
    try {
      for (const source of sources) begun.push(await beginScan(source, this.options, signal))
      let ahead = begun.reduce((sum, { total }) => sum + total, 0)
      // What is not there is known by now, and is not listed while the others are read.
      for (const scan of begun.toSorted((a, b) => Number(isMissing(b)) - Number(isMissing(a)))) {
        const { source } = scan
        ahead -= scan.total
        const more = await this.one(scan, signal, (done, total) => {
          const doing = agentNames[source.location.agent]
          const all = before + Math.max(total ?? scan.total, done) + ahead
          tell({ done: before + done, total: all, doing, sessions: count(), running: true })
        })
        counts.parsed += more.parsed
        counts.unchanged += more.unchanged
        counts.removed += more.removed
        before += more.parsed + more.unchanged
      }
    } finally {
      await Promise.all(begun.map((scan) => scan.leave()))
      tell({ done: before, total: before, doing: '', sessions: this.options.sessionCount(), running: false })
    }
    this.ended ||= only === null
    return { sources: sources.length, sessions: this.options.sessionCount(), ...counts }
  }

  /** A bug met in one source is told and does not stop the others; a full disk stops all. */
  private async one(
    begun: BegunScan,
    signal: AbortSignal,
    onBatch: (done: number, total: number | null) => void
  ): Promise<UnitCounts> {
    const { events } = this.options
    try {
      return await scanSource(begun, this.options, this.reportFor(begun.source, onBatch), signal)
    } catch (error) {
      signal.throwIfAborted()
      if (isFullDisk(error)) throw error
      events.fault(error)
      return { parsed: 0, unchanged: 0, removed: 0 }
    }
  }

  private reportFor({ location }: KnownSource, onBatch: (done: number, total: number | null) => void): ScanReport {
    const { events } = this.options
    return {
      batch(ids, done, total) {
        if (ids.length > 0) events.changed(ids.map((id) => ({ source: location.id, id })))
        onBatch(done, total)
      },
      sourceChanged: () => events.changed(null)
    }
  }
}

const isMissing = ({ health }: BegunScan) => 'state' in health && health.state === 'missing'

function cancelled(): ExpectedFailure {
  return new ExpectedFailure({ code: 'cancelled', message: 'The scan was cancelled. What was read so far is listed.' })
}

function takePart(scan: SharedScan, signal: AbortSignal, onProgress: ScannerEvents['progress']): Promise<ScanResult> {
  const stop = () => scan.stop.abort()
  signal.addEventListener('abort', stop, { once: true })
  scan.listeners.add(onProgress)
  return scan.result.finally(() => {
    signal.removeEventListener('abort', stop)
    scan.listeners.delete(onProgress)
  })
}

/** Counting costs as much as there are sessions, and batches come fast: a count is used for a while. */
function remembered(count: () => number, forMs = 200): () => number {
  let last = 0
  let at = Number.NEGATIVE_INFINITY
  return () => {
    if (Date.now() - at >= forMs) {
      last = count()
      at = Date.now()
    }
    return last
  }
}
