import { type FSWatcher, mkdirSync, watch } from 'node:fs'
import type { LeaseView } from '@shared/domain/lease'
import { ownFolderMode } from '../restore/own-files'

/** A burst of changes in the folder is looked at once. */
const settleMs = 40
/** A holder that dies changes no file, so while somebody else holds the lease it is looked at this often. */
const whileHeldMs = 1_000
/** For disks that tell nothing. */
const otherwiseMs = 5_000

export interface LeaseWatchOptions {
  /** The lease's folder; it is made when it is missing. */
  readonly folder: string
  readonly look: () => Promise<LeaseView>
  /** Called when what `look` gives has changed. */
  readonly changed: (view: LeaseView) => void
  readonly onProblem: (error: unknown) => void
}

/** Follows who is writing, until closed. */
export class LeaseWatch {
  readonly #options: LeaseWatchOptions
  #last: LeaseView | undefined
  #watcher: FSWatcher | undefined
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> = Promise.resolve()
  #closed = false

  constructor(options: LeaseWatchOptions) {
    this.#options = options
    this.#lookIn(0)
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#watcher?.close()
    await this.#looking
  }

  #lookIn(ms: number): void {
    clearTimeout(this.#timer)
    if (this.#closed) return
    this.#timer = setTimeout(() => {
      this.#looking = this.#look()
    }, ms)
  }

  async #look(): Promise<void> {
    // Before the look, so that what comes after it is told.
    this.#follow()
    try {
      const view = await this.#options.look()
      const first = this.#last === undefined
      const differs = JSON.stringify(view) !== JSON.stringify(this.#last)
      this.#last = view
      if (!this.#closed && differs && !(first && view.state === 'free')) this.#options.changed(view)
    } catch (error) {
      if (!this.#closed) this.#options.onProblem(error)
    }
    this.#lookIn(this.#last?.state === 'free' ? otherwiseMs : whileHeldMs)
  }

  /** Listens to the folder if nobody does yet. */
  #follow(): void {
    if (this.#watcher !== undefined || this.#closed) return
    try {
      mkdirSync(this.#options.folder, { recursive: true, mode: ownFolderMode })
      this.#watcher = watch(this.#options.folder, { persistent: false }, () => this.#lookIn(settleMs))
      this.#watcher.on('error', () => {
        this.#watcher?.close()
        this.#watcher = undefined
      })
    } catch {
      // A disk that takes or tells nothing: the timer looks.
    }
  }
}
