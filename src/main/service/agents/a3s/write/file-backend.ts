import type { JsonObject, JsonValue } from '../../../json/json-value'
import { type Answer, answer } from '../store/answer'
import {
  type LoopCheckpoint,
  loadLoopCheckpoint,
  loadWorkflowCheckpoint,
  type WorkflowCheckpoint
} from '../store/checkpoints'
import type { CheckpointKind, FragmentKind } from '../store/layout'
import type { WriterLease } from '../store/lease'
import type { OpenMode } from '../store/opening'
import { fileCapabilities, type StoreCapabilities } from './capabilities'
import { deleteCheckpoint, saveCheckpoint } from './checkpoints'
import { SessionBackend } from './defaults-backend'
import { FileSessionStore, type StoreOptions } from './file-store'
import { checkHealth } from './health'
import { type CommitSubscription, CommitWatch } from './watch'

/** A store of files with everything that the crate's interface has: generations, checkpoints, watching, health (format 10). */
export class FileBackend extends SessionBackend {
  override readonly name = 'file'
  readonly #store: FileSessionStore
  readonly #options: StoreOptions
  readonly #commits: CommitWatch

  private constructor(store: FileSessionStore, options: StoreOptions, commits: CommitWatch) {
    super()
    this.#store = store
    this.#options = options
    this.#commits = commits
  }

  static async open(root: string, mode: OpenMode, options: StoreOptions): Promise<Answer<FileBackend>> {
    const commits = new CommitWatch()
    const told: StoreOptions = {
      ...options,
      onCommit: (facts) => {
        commits.publish(facts)
        options.onCommit?.(facts)
      }
    }
    const opened = await (mode === 'strict'
      ? FileSessionStore.open(root, told)
      : FileSessionStore.openRecovering(root, told))
    return opened.ok ? answer(new FileBackend(opened.value, options, commits)) : opened
  }

  override capabilities(): StoreCapabilities {
    return fileCapabilities(this.#options.key !== null)
  }

  save(session: JsonObject): Promise<Answer<null>> {
    return this.#store.save(session)
  }

  async load(id: string): Promise<Answer<JsonObject | null>> {
    return this.#store.load(id)
  }

  delete(id: string): Promise<Answer<null>> {
    return this.#store.delete(id)
  }

  async list(): Promise<Answer<readonly string[]>> {
    return answer(this.#store.list())
  }

  async exists(id: string): Promise<Answer<boolean>> {
    return this.#store.exists(id)
  }

  override saveSnapshot(snapshot: JsonObject): Promise<Answer<string>> {
    return this.#store.saveSnapshot(snapshot)
  }

  override compareAndSwap(snapshot: JsonObject, expected: string | null): Promise<Answer<boolean>> {
    return this.#store.compareAndSwap(snapshot, expected)
  }

  override async loadSnapshot(id: string): Promise<Answer<JsonObject | null>> {
    return this.#store.loadSnapshot(id)
  }

  override saveFragment(kind: FragmentKind, id: string, value: JsonValue): Promise<Answer<null>> {
    return this.#store.saveFragment(kind, id, value)
  }

  override async loadFragment(kind: FragmentKind, id: string): Promise<Answer<JsonValue | null>> {
    return this.#store.loadFragment(kind, id)
  }

  override saveCheckpoint(kind: CheckpointKind, id: string, checkpoint: JsonObject): Promise<Answer<null>> {
    return saveCheckpoint(this.#store.root, kind, id, checkpoint, this.#options)
  }

  override async loadLoopCheckpoint(run: string): Promise<Answer<LoopCheckpoint | null>> {
    return loadLoopCheckpoint(this.#store.root, run, this.#options.key)
  }

  override async loadWorkflowCheckpoint(workflow: string): Promise<Answer<WorkflowCheckpoint | null>> {
    return loadWorkflowCheckpoint(this.#store.root, workflow, this.#options.key)
  }

  override deleteCheckpoint(kind: CheckpointKind, id: string): Promise<Answer<null>> {
    return deleteCheckpoint(this.#store.root, kind, id, this.#options)
  }

  override acquireLease(holderId: string): Promise<Answer<WriterLease>> {
    return this.#store.acquireLease(holderId)
  }

  override async currentLease(): Promise<Answer<WriterLease | null>> {
    return this.#store.currentLease()
  }

  /** Commits of this handle from now on. */
  override watch(): Answer<CommitSubscription> {
    return answer(this.#commits.subscribe())
  }

  override health(): Promise<Answer<{ readonly backend: string }>> {
    return checkHealth(this.#store.root, this.#options)
  }

  /** Ends the watchers; nothing else stays open. */
  close(): void {
    this.#commits.close()
  }
}
