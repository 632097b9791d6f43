import { dirname } from 'node:path'
import type { JsonObject, JsonValue } from '../../../json/json-value'
import type { Gateway } from '../../../restore/gateway'
import type { SourceKey } from '../../adapter'
import { snapshotDigest } from '../digest'
import { type Answer, answer } from '../store/answer'
import { type FragmentKind, walFile } from '../store/layout'
import { readWriterLease, type WriterLease } from '../store/lease'
import { listSessions } from '../store/list-sessions'
import { exists, loadFragment, loadSession, loadSnapshot } from '../store/load-session'
import type { OpenMode } from '../store/opening'
import { type CommitFacts, commitGeneration } from './commit-generation'
import { deleteSession } from './delete-session'
import { forkSnapshot } from './fork-snapshot'
import { recoverLog } from './open-store'
import { ensurePrivateFolder, tightenFolder } from './private-folder'
import { idProblem, presentFileProblem } from './save-guards'
import { writeFragment, writeSession } from './save-parts'
import { type ReadySnapshot, readySnapshot } from './session-text'
import { type LockUse, underStoreLock } from './store-lock'
import type { StoreWriting } from './store-writing'
import { acquireLease, fenceProblem } from './writer-lease'

export interface StoreOptions extends Omit<LockUse, 'gateway'> {
  readonly gateway: Gateway
  /** Seals and opens; null is a store without a key. */
  readonly key: SourceKey
  /** Unix ms. */
  now(): number
  /** Told of each commit, when it is durable and in the log (format 8.5). */
  readonly onCommit?: (facts: CommitFacts) => void
}

const sessionMode = 0o600

/**
 * A session store as the crate's `FileSessionStore` keeps it (format 7 to 9), in both directions. What the crate would answer with an error
 * is an answer; errors of the system are thrown. Three things differ, all towards losing less: a compare-and-swap compares under the file
 * lock, bare sessions, fragments and deletes take that lock too, and a save that would overwrite what it cannot read is refused.
 */
export class FileSessionStore {
  readonly root: string
  readonly #options: StoreOptions
  #held: WriterLease | null = null
  #last: Promise<unknown> = Promise.resolve()

  private constructor(root: string, options: StoreOptions) {
    this.root = root
    this.#options = options
  }

  /** Opens strictly: a damaged log keeps the store closed. Makes the root and the lock file where they are missing (format 8.4). */
  static open(root: string, options: StoreOptions): Promise<Answer<FileSessionStore>> {
    return FileSessionStore.#opened(root, 'strict', options)
  }

  /** As an interactive host opens it: a log with a sequence conflict is set aside. There is none for a store with a key. */
  static openRecovering(root: string, options: StoreOptions): Promise<Answer<FileSessionStore>> {
    return FileSessionStore.#opened(root, 'recovering', options)
  }

  static async #opened(root: string, mode: OpenMode, options: StoreOptions): Promise<Answer<FileSessionStore>> {
    const { gateway, key } = options
    await ensurePrivateFolder(gateway, root)
    await tightenFolder(gateway, root)
    const recovered = await underStoreLock(root, options, async () => {
      await tightenFolder(gateway, dirname(walFile(root)))
      return recoverLog(root, mode, key, gateway)
    })
    return recovered.ok ? answer(new FileSessionStore(root, options)) : recovered
  }

  /** Sorted bytewise; also ids whose sessions do not load (format 3.4). */
  list(): readonly string[] {
    return listSessions(this.root, this.#options.key)
  }

  exists(id: string): Answer<boolean> {
    return exists(this.root, id, this.#options.key)
  }

  /** The session part alone; null is "absent". */
  load(id: string): Answer<JsonObject | null> {
    return loadSession(this.root, id, this.#options.key)
  }

  /** The whole generation, of an older layout assembled from its fragments; null is "absent". */
  loadSnapshot(id: string): Answer<JsonObject | null> {
    const loaded = loadSnapshot(this.root, id, this.#options.key)
    return loaded.ok ? answer(loaded.value?.snapshot ?? null) : loaded
  }

  /** null is "absent"; of `artifacts` in an envelope the list, else the manifest (format 3.3). */
  loadFragment(kind: FragmentKind, id: string): Answer<JsonValue | null> {
    return loadFragment(this.root, kind, id, this.#options.key)
  }

  /** Saves one generation whatever is there now, as long as that can be read (format 7.1). Gives the digest that the log has. */
  saveSnapshot(snapshot: JsonObject): Promise<Answer<string>> {
    return this.#prepared(snapshot, (ready) => this.#commit(ready))
  }

  /** Saves only if the present generation has that digest; false when it has not, or when there is none. null expects nothing (format 7.2). */
  compareAndSwap(snapshot: JsonObject, expected: string | null): Promise<Answer<boolean>> {
    return this.#prepared(snapshot, async (ready) => {
      if (expected !== null) {
        const present = this.loadSnapshot(ready.id)
        if (!present.ok) return present
        if (present.value === null || snapshotDigest(present.value) !== expected) return answer(false)
      }
      const committed = await this.#commit(ready)
      return committed.ok ? answer(true) : committed
    })
  }

  /** The older save of a session alone: into the envelope where there is one, else a bare file without log and lease (format 3.3). */
  save(session: JsonObject): Promise<Answer<null>> {
    return this.#locked(() => writeSession(this.#parts(), session))
  }

  /** One kind of records, into the envelope where there is one, else a fragment file (format 3.3). Artifacts come as a manifest. */
  saveFragment(kind: FragmentKind, id: string, value: JsonValue): Promise<Answer<null>> {
    return this.#locked(() => writeFragment(this.#parts(), kind, id, value))
  }

  /** Makes one generation of a session and its fragments; false when it is one already. The old files stay (format 3.3). */
  migrateLegacy(id: string): Promise<Answer<boolean>> {
    return this.#locked(async () => {
      const { key } = this.#options
      const loaded = loadSnapshot(this.root, id, key)
      if (!loaded.ok) return loaded
      if (loaded.value === null || loaded.value.form === 'envelope') return answer(false)
      const ready = readySnapshot(this.root, loaded.value.snapshot, key)
      if (!ready.ok) return ready
      const committed = await this.#commit(ready.value)
      return committed.ok ? answer(true) : committed
    })
  }

  /** A session's snapshot under another id and workspace; writes nothing (format 4.3). null is "absent". */
  forkForSession(id: string, newId: string, workspace: string): Answer<JsonObject | null> {
    const loaded = this.loadSnapshot(id)
    return loaded.ok && loaded.value !== null ? forkSnapshot(loaded.value, newId, workspace) : loaded
  }

  /** Missing files are fine. Needs no lease and leaves no line in the log (format 3.4). */
  delete(id: string): Promise<Answer<null>> {
    const { key, gateway } = this.#options
    return this.#locked(() => deleteSession(this.root, id, key, gateway))
  }

  currentLease(): Answer<WriterLease | null> {
    return readWriterLease(this.root, this.#options.key)
  }

  /** Acquires or takes over for this handle. It shuts out every other writer for good: ask the person first (format 8.1). */
  acquireLease(holderId: string): Promise<Answer<WriterLease>> {
    return this.#locked(async () => {
      const lease = await acquireLease(this.root, holderId, this.#writing())
      if (lease.ok) this.#held = lease.value
      return lease
    })
  }

  #prepared<T>(snapshot: JsonObject, run: (ready: ReadySnapshot) => Promise<Answer<T>>): Promise<Answer<T>> {
    const ready = readySnapshot(this.root, snapshot, this.#options.key)
    if (!ready.ok) return Promise.resolve(ready)
    const fits = idProblem(this.root, ready.value.id)
    return fits.ok ? this.#locked(() => run(ready.value)) : Promise.resolve(fits)
  }

  /** Under the lock: lease, what is there now, then the commit itself. */
  async #commit(ready: ReadySnapshot): Promise<Answer<string>> {
    const { gateway, key, now, onCommit } = this.#options
    const fits = idProblem(this.root, ready.id)
    if (!fits.ok) return fits
    const fence = fenceProblem(this.root, key, this.#held)
    if (!fence.ok) return fence
    const present = presentFileProblem(this.root, ready.id, key)
    if (!present.ok) return present
    const committed = await commitGeneration(gateway, this.root, { ...ready, mode: sessionMode, tighten: true }, now())
    if (!committed.ok) return committed
    onCommit?.(committed.value)
    return answer(ready.digest)
  }

  #parts() {
    const { key } = this.#options
    return { root: this.root, writing: this.#writing(), key, commit: (ready: ReadySnapshot) => this.#commit(ready) }
  }

  #writing(): StoreWriting {
    const { gateway, key } = this.#options
    return { gateway, key, now: () => this.#options.now() }
  }

  /** One write at a time in this handle, and none of another process meanwhile (format 1.3). */
  #locked<T>(run: () => Promise<Answer<T>>): Promise<Answer<T>> {
    const turn = () => underStoreLock(this.root, this.#options, run)
    const mine = this.#last.then(turn, turn)
    this.#last = mine.catch(() => undefined)
    return mine
  }
}
