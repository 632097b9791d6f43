import type { KnownSource } from '../sources/source-table'
import { WatchedSource } from './watched-source'
import { whenToRead } from './when-to-read'

/** Paths that the system does not tell of are looked at this often; they are few, so that an idle app stays idle. */
const pollMs = 3000
/** After changes that were looked at alone, all of their source is looked through so much later: not everything in it may be watched. */
const wholeAfterMs = 10_000
/** Of more changed paths than this a source is looked through at once. */
const mostPaths = 50
/** New and vanished places are looked for this often. */
const relocateMs = 5000

export interface WatchOptions {
  readonly sources: () => readonly KnownSource[]
  /** Finds the sources anew. */
  readonly locate: () => Promise<void>
  /** Takes over what changed at these paths of a source; false where that takes a scan. Rejects only at the end of the service. */
  readonly look: (source: string, paths: readonly string[]) => Promise<boolean>
  /** Scans one source; rejects only at the end of the service. */
  readonly rescan: (source: string) => Promise<void>
  readonly onProblem: (error: unknown) => void
}

export interface Watching {
  close(): Promise<void>
}

/** Rescans a source about a second after something in it changed, and looks now and then for sources that came or went. */
export function watchSources(options: WatchOptions): Watching {
  return new Watch(options)
}

/** Changes of a source that are not read yet. */
interface Due {
  readonly first: number
  readonly soon: boolean
  readonly timer: NodeJS.Timeout
  /** Where they are; null when that is not known of all. */
  readonly paths: Set<string> | null
}

class Watch implements Watching {
  private readonly options: WatchOptions
  private readonly watched = new Map<string, WatchedSource>()
  private readonly due = new Map<string, Due>()
  /** Scans that follow after changes which were looked at alone. */
  private readonly whole = new Map<string, NodeJS.Timeout>()
  /** When each source was last read for a change. */
  private readonly readAt = new Map<string, number>()
  private readonly timers: NodeJS.Timeout[]
  private closed = false
  private turn: Promise<void> = Promise.resolve()

  constructor(options: WatchOptions) {
    this.options = options
    this.next(async () => void (await this.follow()))
    this.timers = [
      setInterval(() => this.next(() => this.poll()), pollMs),
      setInterval(() => this.next(() => this.relocate()), relocateMs)
    ]
  }

  async close(): Promise<void> {
    this.closed = true
    for (const timer of this.timers) clearInterval(timer)
    for (const { timer } of this.due.values()) clearTimeout(timer)
    for (const timer of this.whole.values()) clearTimeout(timer)
    await this.turn
    for (const one of this.watched.values()) one.close()
  }

  /** One thing after the other; a fault is told and does not end the watch. */
  private next(work: () => Promise<void>): void {
    const unlessClosed = () => (this.closed ? Promise.resolve() : work())
    this.turn = this.turn.then(unlessClosed).catch((error) => {
      if (!this.closed) this.options.onProblem(error)
    })
  }

  /** `path` is null where it is not known. */
  private changed(id: string, path: string | null): void {
    if (this.closed) return
    const now = Date.now()
    const before = this.due.get(id)
    const known = before === undefined ? new Set<string>() : before.paths
    const paths = path === null || known === null || known.size >= mostPaths ? null : known.add(path)
    if (before?.soon) {
      this.due.set(id, { ...before, paths })
      return
    }
    if (before) clearTimeout(before.timer)
    const first = before?.first ?? now
    const { wait, soon } = whenToRead({ now, first, lastRead: this.readAt.get(id) ?? 0 })
    this.due.set(id, { first, soon, paths, timer: setTimeout(() => this.read(id), wait) })
  }

  private read(id: string): void {
    const paths = this.due.get(id)?.paths ?? null
    this.due.delete(id)
    this.next(async () => {
      const isRead = paths !== null && (await this.options.look(id, [...paths]))
      if (isRead) this.scanLater(id)
      else await this.scan(id)
      this.readAt.set(id, Date.now())
      if (!isRead && (await this.watched.get(id)?.refresh())) this.changed(id, null)
    })
  }

  private async scan(id: string): Promise<void> {
    clearTimeout(this.whole.get(id))
    this.whole.delete(id)
    await this.options.rescan(id)
  }

  private scanLater(id: string): void {
    if (this.closed || this.whole.has(id)) return
    const timer = setTimeout(() => this.changed(id, null), wholeAfterMs)
    this.whole.set(id, timer.unref())
  }

  /** Watches the sources of now; gives those of which something new is watched. */
  private async follow(): Promise<string[]> {
    const sources = new Map(this.options.sources().map((source) => [source.location.id, source]))
    for (const [id, source] of this.watched) {
      if (sources.has(id)) continue
      source.close()
      this.watched.delete(id)
    }
    const grown: string[] = []
    for (const [id, source] of sources) {
      const known = this.watched.get(id)
      const one = known ?? new WatchedSource(source, (path) => this.changed(id, path))
      this.watched.set(id, one)
      if ((await one.refresh()) || !known) grown.push(id)
    }
    return grown
  }

  private async poll(): Promise<void> {
    await Promise.all([...this.watched.values()].map((one) => one.poll()))
  }

  private async relocate(): Promise<void> {
    await this.options.locate()
    for (const id of await this.follow()) this.changed(id, null)
  }
}
