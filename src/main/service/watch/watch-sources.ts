import { type FSWatcher, watch } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { KnownSource } from '../sources/source-table'

/** A burst of changes is read once it pauses for this long … */
const pauseMs = 250
/** … or has gone on for this long. */
const patienceMs = 900
/** Paths that the system does not tell of are looked at this often; the first ones are few, so that an idle app stays idle. */
const pollMs = 3000
/** New and vanished places are looked for this often. */
const relocateMs = 5000
/** Watches of the system per source; what is beyond is polled. */
const mostWatches = 64
const mostPolled = 256

export interface WatchOptions {
  readonly sources: () => readonly KnownSource[]
  /** Finds the sources anew. */
  readonly locate: () => Promise<void>
  /** Scans one source; rejects only at the end of the service. */
  readonly rescan: (source: string) => Promise<void>
  readonly onProblem: (error: unknown) => void
}

export interface Watching {
  close(): Promise<void>
}

/** One source under watch. */
class WatchedSource {
  private readonly source: KnownSource
  private readonly changed: () => void
  private watchers = new Map<string, FSWatcher>()
  private polled = new Map<string, string>()

  constructor(source: KnownSource, changed: () => void) {
    this.source = source
    this.changed = changed
  }

  /** Takes up paths that came since, and lets go of those that went. True when one came: what happened in it before is not known. */
  async refresh(): Promise<boolean> {
    let came = false
    const paths = new Set(await this.source.adapter.watch(this.source.location))
    for (const [path, watcher] of this.watchers) {
      if (!paths.has(path)) this.letGo(path, watcher)
    }
    for (const path of this.polled.keys()) if (!paths.has(path)) this.polled.delete(path)
    for (const path of paths) {
      if (this.watchers.has(path) || this.polled.has(path)) continue
      if (this.watchers.size < mostWatches && this.startWatch(path)) came = true
      else if (this.polled.size < mostPolled) {
        this.polled.set(path, await shape(path))
        came = true
      }
    }
    return came
  }

  /** Looks at the paths that the system does not tell of. */
  async poll(): Promise<void> {
    for (const [path, before] of this.polled) {
      const now = await shape(path)
      if (now === before) continue
      this.polled.set(path, now)
      this.changed()
    }
  }

  close(): void {
    for (const [path, watcher] of this.watchers) this.letGo(path, watcher)
  }

  private startWatch(path: string): boolean {
    try {
      const watcher = watch(path, { persistent: false }, () => this.changed())
      // A removed folder, or a system that has no more watches to give: from now on it is polled.
      watcher.on('error', () => {
        this.letGo(path, watcher)
        this.polled.set(path, '')
      })
      this.watchers.set(path, watcher)
      return true
    } catch {
      return false
    }
  }

  private letGo(path: string, watcher: FSWatcher): void {
    watcher.close()
    this.watchers.delete(path)
  }
}

/** What a look from outside tells of a path. */
function shape(path: string): Promise<string> {
  return stat(path, { bigint: true }).then(
    (found) => `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`,
    () => 'none'
  )
}

/** Rescans a source about a second after something in it changed, and looks now and then for sources that came or went. */
export function watchSources(options: WatchOptions): Watching {
  const watched = new Map<string, WatchedSource>()
  const due = new Map<string, { first: number; timer: NodeJS.Timeout }>()
  let closed = false
  let turn: Promise<void> = Promise.resolve()
  /** One thing after the other; a fault is told and does not end the watch. */
  const then = (work: () => Promise<void>) => {
    turn = turn.then(work).catch((error) => {
      if (!closed) options.onProblem(error)
    })
    return turn
  }

  const rescan = (id: string) => {
    due.delete(id)
    void then(async () => {
      if (closed) return
      await options.rescan(id)
      if (await watched.get(id)?.refresh()) changed(id)
    })
  }
  const changed = (id: string) => {
    if (closed) return
    const now = Date.now()
    const before = due.get(id)
    if (before) clearTimeout(before.timer)
    const first = before?.first ?? now
    const wait = Math.max(0, Math.min(pauseMs, first + patienceMs - now))
    due.set(id, { first, timer: setTimeout(() => rescan(id), wait) })
  }
  /** Watches the sources of now; gives those of which something new is watched. */
  const follow = async (): Promise<string[]> => {
    const grown: string[] = []
    const sources = new Map(options.sources().map((source) => [source.location.id, source]))
    for (const [id, source] of watched) {
      if (sources.has(id)) continue
      source.close()
      watched.delete(id)
    }
    for (const [id, source] of sources) {
      const known = watched.get(id)
      const one = known ?? new WatchedSource(source, () => changed(id))
      watched.set(id, one)
      if ((await one.refresh()) || !known) grown.push(id)
    }
    return grown
  }
  const relocate = async () => {
    await options.locate()
    if (closed) return
    for (const id of await follow()) changed(id)
  }

  void then(async () => void (await follow()))
  const poll = setInterval(
    () => void then(async () => void (await Promise.all([...watched.values()].map((one) => one.poll())))),
    pollMs
  )
  const look = setInterval(() => void then(relocate), relocateMs)
  return {
    async close() {
      closed = true
      clearInterval(poll)
      clearInterval(look)
      for (const { timer } of due.values()) clearTimeout(timer)
      await turn
      for (const one of watched.values()) one.close()
    }
  }
}
