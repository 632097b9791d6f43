import { type JsonObject, type JsonValue, jsonObject } from '../../../json/json-value'
import { type Answer, answer } from './answer'
import { ArtifactStore } from './artifact-store'

/**
 * What the crate makes of an artifact manifest: the same URI twice is fine if the content is equal and an error if not; beyond
 * the default limits the oldest go first, pinned or not; pins are sorted and never empty (format 3.1, 5).
 */
export function rebuildArtifacts(manifest: JsonObject): Answer<JsonValue> {
  const rebuilt = ArtifactStore.ofManifest(manifest)
  return rebuilt.ok ? answer(manifestOf(rebuilt.value)) : rebuilt
}

/** The manifest of a store, as it is written beside a bare session (format 3.1). */
export function manifestOf(store: ArtifactStore): JsonObject {
  return jsonObject([
    ['artifacts', store.artifacts],
    ['retained_uris', store.pins]
  ])
}
