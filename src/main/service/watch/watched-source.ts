import { type FSWatcher, statSync, watch } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { KnownSource } from '../sources/source-table'

/** Watches of the system per source; what is beyond is polled. */
const mostWatches = 1024
const mostPolled = 256

/** One source under watch: its paths as the system tells of them, or as a look now and then shows them. */
export class WatchedSource {
  private readonly source: KnownSource
  private readonly changed: (path: string | null) => void
  private watchers = new Map<string, { readonly watcher: FSWatcher; readonly identity: string }>()
  private polled = new Map<string, string>()

  /** `changed` is told the path, or null where only that something changed is known. */
  constructor(source: KnownSource, changed: (path: string | null) => void) {
    this.source = source
    this.changed = changed
  }

  /** Takes up paths that came since, and lets go of those that went. True when one came: what happened in it before is not known. */
  async refresh(): Promise<boolean> {
    let came = false
    const paths = new Set(await this.source.adapter.watch(this.source.location))
    for (const [path, { watcher, identity }] of this.watchers) {
      // A folder that was removed and made anew: the system tells of the old one for ever.
      if (!paths.has(path) || identityOf(path) !== identity) this.letGo(path, watcher)
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
      this.changed(null)
    }
  }

  close(): void {
    for (const [path, { watcher }] of this.watchers) this.letGo(path, watcher)
  }

  private startWatch(path: string): boolean {
    try {
      // Looked at first, so that a folder which is replaced meanwhile looks changed.
      const identity = identityOf(path)
      const isFolder = statSync(path).isDirectory()
      const watcher = watch(path, { persistent: false }, (_event, name) =>
        this.changed(isFolder ? name && join(path, name) : path)
      )
      // A removed folder, or a system that has no more watches to give: from now on it is polled.
      watcher.on('error', () => {
        this.letGo(path, watcher)
        this.polled.set(path, '')
      })
      this.watchers.set(path, { watcher, identity })
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

/** Differs for a folder that has the path, and often the number, of one that was removed. */
function identityOf(path: string): string {
  try {
    const { ino, birthtimeNs } = statSync(path, { bigint: true })
    return `${ino} ${birthtimeNs}`
  } catch {
    return 'none'
  }
}

/** What a look from outside tells of a path. */
function shape(path: string): Promise<string> {
  return stat(path, { bigint: true }).then(
    (found) => `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`,
    () => 'none'
  )
}
