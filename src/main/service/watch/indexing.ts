import type { Watching } from './watch-sources'

export interface IndexingOptions {
  /** Begins to watch the sources. */
  readonly watch: () => Watching
  /** Scans all sources; settles when it is over, also when `signal` ended it. */
  readonly scan: (signal: AbortSignal) => Promise<void>
  readonly closing: AbortSignal
}

/**
 * What the service reads by itself: all sources once, then what changes in them. A pause ends both, and what a person asks for goes on; the end of a
 * pause begins both anew, so that nothing that happened meanwhile is missed.
 */
export class Indexing {
  private readonly options: IndexingOptions
  private watching: Watching | undefined
  private stop: AbortController | undefined
  private scanned: Promise<void> = Promise.resolve()
  private turn: Promise<void> = Promise.resolve()

  constructor(options: IndexingOptions) {
    this.options = options
  }

  /** Brings it in line with the settings. Settles when it is; the scan of a start goes on after that. */
  set(paused: boolean): Promise<void> {
    this.turn = this.turn.then(() => (paused ? this.pause() : this.start()))
    return this.turn
  }

  /** Scans all sources, unless it is paused. */
  async scanAll(): Promise<void> {
    const { stop } = this
    if (stop === undefined || this.options.closing.aborted) return
    this.scanned = this.options.scan(AbortSignal.any([stop.signal, this.options.closing]))
    await this.scanned
  }

  /** Settles when the scan that it began is over. */
  async idle(): Promise<void> {
    await this.turn
    await this.scanned
  }

  async close(): Promise<void> {
    await this.turn
    await this.pause()
  }

  private async start(): Promise<void> {
    if (this.watching !== undefined || this.options.closing.aborted) return
    this.stop = new AbortController()
    this.watching = this.options.watch()
    void this.scanAll()
  }

  private async pause(): Promise<void> {
    this.stop?.abort()
    this.stop = undefined
    const { watching } = this
    this.watching = undefined
    await watching?.close()
    await this.scanned
  }
}
