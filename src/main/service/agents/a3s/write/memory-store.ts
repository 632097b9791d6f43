import { JsonObject, type JsonValue } from '../../../json/json-value'
import { parseLossless } from '../../../json/parse-lossless'
import { writeCompact } from '../../../json/write-json'
import { snapshotDigest } from '../digest'
import { sessionData } from '../format/session-shapes'
import { shapeProblems } from '../format/shape-problems'
import { type Answer, answer, refuse } from '../store/answer'
import { rebuildArtifacts } from '../store/artifact-manifest'
import { type LoopCheckpoint, loopProblem, type WorkflowCheckpoint, workflowProblem } from '../store/checkpoints'
import { fragmentName, fragmentProblem, snapshotField } from '../store/fragments'
import type { CheckpointKind, FragmentKind } from '../store/layout'
import type { WriterLease } from '../store/lease'
import { versionProblem } from '../store/session-document'
import { exactPlain } from '../validation/exact-plain'
import { memoryCapabilities, type StoreCapabilities } from './capabilities'
import { misfit } from './checkpoints'
import { SessionBackend } from './defaults-backend'
import { readySnapshot, sessionWithoutApiKey } from './session-text'
import { type CommitSubscription, CommitWatch } from './watch'

/** Fields of a snapshot as compact text: what is kept is nobody's object any more. */
type Kept = Map<string, string>

/** Sessions that live as long as the process, by the rules of the crate's store in memory (format 10). */
export class MemorySessionStore extends SessionBackend {
  override readonly name = 'memory'
  readonly #sessions = new Map<string, Kept>()
  readonly #checkpoints = new Map<string, string>()
  readonly #commits = new CommitWatch()
  readonly #now: () => number

  /** @param now Unix ms. */
  constructor(now: () => number = Date.now) {
    super()
    this.#now = now
  }

  override capabilities(): StoreCapabilities {
    return memoryCapabilities
  }

  /** Replaces the session part alone; tells no watcher. */
  async save(session: JsonObject): Promise<Answer<null>> {
    const [problem] = shapeProblems(sessionData, session)
    if (problem !== undefined) return refuse('bare-unreadable', `Failed to parse session: ${problem.message}`)
    if ((session.get('durable_source') ?? null) !== null) {
      return refuse('durable-source-needs-envelope', 'durable session data requires the versioned snapshot API')
    }
    const kept = this.#entry(session.get('id') as string)
    const version = versionProblem(kept.get('schema_version') ?? '1', false)
    if (version !== null) return refuse('schema-version', version)
    kept.set('session', writeCompact(sessionWithoutApiKey(session)))
    return answer(null)
  }

  async load(id: string): Promise<Answer<JsonObject | null>> {
    const session = this.#sessions.get(id)?.get('session')
    return answer(session === undefined ? null : (parseLossless(session) as JsonObject))
  }

  /** Leaves checkpoints alone. */
  async delete(id: string): Promise<Answer<null>> {
    this.#sessions.delete(id)
    return answer(null)
  }

  /** Ids that have a session part, in no particular order. */
  async list(): Promise<Answer<readonly string[]>> {
    return answer([...this.#sessions].filter(([, kept]) => kept.has('session')).map(([id]) => id))
  }

  async exists(id: string): Promise<Answer<boolean>> {
    return answer(this.#sessions.get(id)?.has('session') ?? false)
  }

  override async saveSnapshot(snapshot: JsonObject): Promise<Answer<string>> {
    const ready = readySnapshot('memory', snapshot, null)
    if (!ready.ok) return ready
    const { id, digest, bytes } = ready.value
    const told = this.#commits.publish({
      sessionId: id,
      snapshotDigest: digest,
      committedAtMs: BigInt(Math.trunc(this.#now()))
    })
    if (!told.ok) return told
    const document = parseLossless(Buffer.from(bytes).toString('utf8')) as JsonObject
    this.#sessions.set(id, new Map(document.unique().map(({ key, value }) => [key, writeCompact(value)])))
    return answer(digest)
  }

  override async compareAndSwap(snapshot: JsonObject, expected: string | null): Promise<Answer<boolean>> {
    const ready = readySnapshot('memory', snapshot, null)
    if (!ready.ok) return ready
    if (expected !== null) {
      const present = this.#snapshot(ready.value.id)
      if (present === null || snapshotDigest(present) !== expected) return answer(false)
    }
    const saved = await this.saveSnapshot(snapshot)
    return saved.ok ? answer(true) : saved
  }

  override async loadSnapshot(id: string): Promise<Answer<JsonObject | null>> {
    return answer(this.#snapshot(id))
  }

  override async saveFragment(kind: FragmentKind, id: string, value: JsonValue): Promise<Answer<null>> {
    const problem = fragmentProblem(kind, value)
    if (problem !== null) return refuse('fragment-unreadable', `failed to parse ${fragmentName(kind)}: ${problem}`)
    if (kind !== 'artifacts') {
      this.#entry(id).set(snapshotField(kind), writeCompact(value))
      return answer(null)
    }
    const manifest = rebuildArtifacts(value as JsonObject)
    if (!manifest.ok) return manifest
    const parts = manifest.value as JsonObject
    this.#entry(id).set('artifacts', writeCompact(parts.get('artifacts') ?? []))
    this.#entry(id).set('retained_artifact_uris', writeCompact(parts.get('retained_uris') ?? []))
    return answer(null)
  }

  /** The list of a kind; empty, not "absent", once anything of the id was saved. */
  override async loadFragment(kind: FragmentKind, id: string): Promise<Answer<JsonValue | null>> {
    const kept = this.#sessions.get(id)
    return answer(kept === undefined ? null : parseLossless(kept.get(snapshotField(kind)) ?? '[]'))
  }

  override async saveCheckpoint(kind: CheckpointKind, id: string, checkpoint: JsonObject): Promise<Answer<null>> {
    const problem = misfit(kind, id, checkpoint)
    if (problem !== null) return problem
    this.#checkpoints.set(`${kind}/${id}`, writeCompact(checkpoint))
    return answer(null)
  }

  override async loadLoopCheckpoint(run: string): Promise<Answer<LoopCheckpoint | null>> {
    const found = this.#checkpoint<LoopCheckpoint>('loop_checkpoints', run)
    return found === null ? answer(null) : (loopProblem(found, run) ?? answer(found))
  }

  override async loadWorkflowCheckpoint(workflow: string): Promise<Answer<WorkflowCheckpoint | null>> {
    const found = this.#checkpoint<WorkflowCheckpoint>('workflow_checkpoints', workflow)
    return found === null ? answer(null) : (workflowProblem(found, workflow) ?? answer(found))
  }

  override async deleteCheckpoint(kind: CheckpointKind, id: string): Promise<Answer<null>> {
    this.#checkpoints.delete(`${kind}/${id}`)
    return answer(null)
  }

  /** The crate's kind of answer here is that of a bad lease. */
  override async acquireLease(_holderId: string): Promise<Answer<WriterLease>> {
    return refuse('lease-file-invalid', "session store 'memory' does not support writer lease fencing")
  }

  override watch(): Answer<CommitSubscription> {
    return answer(this.#commits.subscribe())
  }

  /** Ends the watchers. */
  close(): void {
    this.#commits.close()
  }

  #entry(id: string): Kept {
    const kept = this.#sessions.get(id) ?? new Map<string, string>([['schema_version', '1']])
    this.#sessions.set(id, kept)
    return kept
  }

  #snapshot(id: string): JsonObject | null {
    const kept = this.#sessions.get(id)
    if (kept?.get('session') === undefined) return null
    return new JsonObject([...kept].map(([key, text]) => ({ key, value: parseLossless(text) })))
  }

  #checkpoint<T>(kind: CheckpointKind, id: string): T | null {
    const text = this.#checkpoints.get(`${kind}/${id}`)
    return text === undefined ? null : (exactPlain(parseLossless(text)) as T)
  }
}
