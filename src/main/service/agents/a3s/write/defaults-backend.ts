import { JsonObject, type JsonValue } from '../../../json/json-value'
import { type Answer, answer, refuse } from '../store/answer'
import type { LoopCheckpoint, WorkflowCheckpoint } from '../store/checkpoints'
import { fragmentName } from '../store/fragments'
import { type CheckpointKind, type FragmentKind, fragmentKinds } from '../store/layout'
import type { WriterLease } from '../store/lease'
import { versionProblem } from '../store/session-document'
import { noCapabilities, type StoreCapabilities } from './capabilities'
import { snapshotOfSession } from './defaults-snapshot'
import type { CommitSubscription } from './watch'

/**
 * A kind of store, with what the crate's interface gives to one that only knows the five old calls: whole generations, compare-and-swap,
 * leases and watching are not there, checkpoints go nowhere, and parts of a session can only be empty (format 10; behaviour a3s-53).
 */
export abstract class SessionBackend {
  /** What messages and health checks call it. */
  readonly name: string = 'unknown'

  abstract save(session: JsonObject): Promise<Answer<null>>
  /** null is "absent", here and below. */
  abstract load(id: string): Promise<Answer<JsonObject | null>>
  abstract delete(id: string): Promise<Answer<null>>
  abstract list(): Promise<Answer<readonly string[]>>
  abstract exists(id: string): Promise<Answer<boolean>>

  capabilities(): StoreCapabilities {
    return noCapabilities
  }

  /** Gives the digest. */
  async saveSnapshot(_snapshot: JsonObject): Promise<Answer<string>> {
    return this.#unsupported('atomic session snapshots')
  }

  /** Saves only over a generation of that digest; without one, whatever is there: the parts must be empty where there are no generations. */
  async compareAndSwap(snapshot: JsonObject, expected: string | null): Promise<Answer<boolean>> {
    if (expected !== null) return this.#unsupported('aggregate compare-and-swap')
    const saved = this.capabilities().atomicSessionSnapshots
      ? await this.saveSnapshot(snapshot)
      : await this.#saveSessionOf(snapshot)
    return saved.ok ? answer(true) : saved
  }

  /** The session with its parts. */
  async loadSnapshot(id: string): Promise<Answer<JsonObject | null>> {
    const session = await this.load(id)
    if (!session.ok || session.value === null) return session
    const parts = new Map<FragmentKind, JsonValue>()
    for (const kind of fragmentKinds) {
      const part = await this.loadFragment(kind, id)
      if (!part.ok) return part
      if (part.value !== null) parts.set(kind, part.value)
    }
    const durable = (session.value.get('durable_source') ?? null) !== null
    const problem = versionProblem('1', durable)
    return problem === null ? answer(snapshotOfSession(session.value, parts)) : refuse('schema-version', problem)
  }

  /** Of artifacts a manifest, of the others a list. */
  async saveFragment(kind: FragmentKind, _id: string, value: JsonValue): Promise<Answer<null>> {
    return isEmpty(value) ? answer(null) : this.#unsupported(fragmentName(kind))
  }

  async loadFragment(_kind: FragmentKind, _id: string): Promise<Answer<JsonValue | null>> {
    return answer(null)
  }

  async saveCheckpoint(_kind: CheckpointKind, _id: string, _checkpoint: JsonObject): Promise<Answer<null>> {
    return answer(null)
  }

  async loadLoopCheckpoint(_run: string): Promise<Answer<LoopCheckpoint | null>> {
    return answer(null)
  }

  async loadWorkflowCheckpoint(_workflow: string): Promise<Answer<WorkflowCheckpoint | null>> {
    return answer(null)
  }

  async deleteCheckpoint(_kind: CheckpointKind, _id: string): Promise<Answer<null>> {
    return answer(null)
  }

  async acquireLease(_holderId: string): Promise<Answer<WriterLease>> {
    return this.#unsupported('writer lease fencing')
  }

  async currentLease(): Promise<Answer<WriterLease | null>> {
    return answer(null)
  }

  watch(): Answer<CommitSubscription> {
    return this.#unsupported('commit watch')
  }

  async health(): Promise<Answer<{ readonly backend: string }>> {
    return answer({ backend: this.name })
  }

  async #saveSessionOf(snapshot: JsonObject): Promise<Answer<null>> {
    const more = snapshot.members.find(
      ({ key, value }) => !['schema_version', 'session'].includes(key) && !isEmpty(value)
    )
    return more === undefined ? this.save(snapshot.get('session') as JsonObject) : this.#unsupported(more.key)
  }

  #unsupported(what: string) {
    return refuse('unsupported', `session store '${this.name}' does not support ${what}`)
  }
}

function isEmpty(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.length === 0
  return value instanceof JsonObject ? value.members.every((member) => isEmpty(member.value)) : value === null
}
