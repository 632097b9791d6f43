import type { JsonObject } from '../../../json/json-value'
import { writeCompact } from '../../../json/write-json'
import { compareBytes } from '../format/compare-bytes'
import { type Answer, answer, refuse } from './answer'

/** How much an artifact store holds: artifacts, and bytes of their contents in UTF-8. In memory only (format 3.1). */
export interface ArtifactLimits {
  readonly count: number
  readonly bytes: number
}

export const artifactLimits: ArtifactLimits = { count: 256, bytes: 16_777_216 }

/** The most that a limit can say. */
const mostPossible = Number.MAX_SAFE_INTEGER

/**
 * Limits that hold at least so many artifacts of these sizes: a store that is rebuilt from a snapshot loses nothing. Sums that
 * cannot be counted any more count as the most there is (behaviours a3s-17, a3s-56).
 */
export function raisedLimits(limits: ArtifactLimits, count: number, sizes: Iterable<number>): ArtifactLimits {
  let bytes = 0
  for (const size of sizes) bytes = size > mostPossible - bytes ? mostPossible : bytes + size
  return {
    count: Math.max(limits.count, Math.min(count, mostPossible)),
    bytes: Math.max(limits.bytes, bytes)
  }
}

/** Outputs of tools that a session keeps, oldest first, with the pins that protect some of them (format 5). */
export class ArtifactStore {
  readonly limits: ArtifactLimits
  readonly #kept = new Map<string, JsonObject>()
  #pins = new Set<string>()
  #bytes = 0

  constructor(limits: ArtifactLimits = artifactLimits) {
    this.limits = limits
  }

  /** With room for everything that a snapshot holds, and its pins (format 3.1). */
  static ofSnapshot(snapshot: JsonObject, limits: ArtifactLimits = artifactLimits): ArtifactStore {
    const artifacts = (snapshot.get('artifacts') ?? []) as readonly JsonObject[]
    const store = new ArtifactStore(raisedLimits(limits, artifacts.length, artifacts.map(sizeOf)))
    for (const artifact of artifacts) store.put(artifact)
    store.replacePins((snapshot.get('retained_artifact_uris') ?? []) as readonly string[])
    return store
  }

  /** A manifest is taken within the plain limits, and its pins come after them: what is over goes, pinned or not (format 3.1). */
  static ofManifest(manifest: JsonObject, limits: ArtifactLimits = artifactLimits): Answer<ArtifactStore> {
    const store = new ArtifactStore(limits)
    for (const artifact of manifest.get('artifacts') as readonly JsonObject[]) {
      const inserted = store.putByContent(artifact)
      if (!inserted.ok) return refuse(inserted.kind, `invalid artifact manifest: ${inserted.error}`)
    }
    store.replacePins((manifest.get('retained_uris') ?? []) as readonly string[])
    return answer(store)
  }

  get artifacts(): readonly JsonObject[] {
    return [...this.#kept.values()]
  }

  /** Sorted bytewise; also those of artifacts that are not there. */
  get pins(): readonly string[] {
    return [...this.#pins].sort(compareBytes)
  }

  /** Sum of the contents in UTF-8. */
  get bytes(): number {
    return this.#bytes
  }

  get(uri: string): JsonObject | undefined {
    return this.#kept.get(uri)
  }

  /** Puts an artifact in the newest place, over one of the same URI; then the oldest unpinned go while the limits are passed. */
  put(artifact: JsonObject): void {
    const uri = uriOf(artifact)
    this.#remove(uri)
    this.#kept.set(uri, artifact)
    this.#bytes += sizeOf(artifact)
    this.#evict()
  }

  /** For URIs that stand for a content: false when it is there already; a refusal when another one is, which stays. */
  putByContent(artifact: JsonObject): Answer<boolean> {
    const uri = uriOf(artifact)
    const present = this.#kept.get(uri)
    if (present === undefined) {
      this.put(artifact)
      return answer(true)
    }
    if (writeCompact(present) === writeCompact(artifact)) return answer(false)
    return refuse('artifact-conflict', `artifact URI '${uri}' is already bound to different content`)
  }

  /** Adds pins; an empty text is none. */
  pin(uris: Iterable<string>): void {
    for (const uri of uris) if (uri !== '') this.#pins.add(uri)
  }

  replacePins(uris: Iterable<string>): void {
    this.#pins = new Set()
    this.pin(uris)
  }

  /** Removes every artifact that is not pinned; returns how many. */
  collect(): number {
    const unpinned = [...this.#kept.keys()].filter((uri) => !this.#pins.has(uri))
    for (const uri of unpinned) this.#remove(uri)
    return unpinned.length
  }

  #evict(): void {
    for (const uri of this.#kept.keys()) {
      if (this.#kept.size <= this.limits.count && this.#bytes <= this.limits.bytes) return
      if (!this.#pins.has(uri)) this.#remove(uri)
    }
  }

  #remove(uri: string): void {
    const present = this.#kept.get(uri)
    if (present === undefined) return
    this.#kept.delete(uri)
    this.#bytes -= sizeOf(present)
  }
}

const uriOf = (artifact: JsonObject): string => artifact.get('artifact_uri') as string
const sizeOf = (artifact: JsonObject): number => Buffer.byteLength(artifact.get('content') as string)
