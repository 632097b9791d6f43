import { type JsonObject, type JsonValue, jsonObject } from '../../../json/json-value'
import { writeCompact } from '../../../json/write-json'
import { compareBytes } from '../format/compare-bytes'
import { type Answer, answer, refuse } from './answer'

/** What an artifact store in memory holds by default (format 3.1). */
export const artifactLimits = { count: 256, bytes: 16_777_216 } as const

/**
 * What the crate makes of an artifact manifest: the same URI twice is fine if the content is equal and an error if not; beyond
 * the default limits the oldest go first, pinned or not; pins are sorted and never empty (format 3.1, 5).
 */
export function rebuildArtifacts(manifest: JsonObject): Answer<JsonValue> {
  const kept = new Map<string, JsonObject>()
  for (const artifact of manifest.get('artifacts') as readonly JsonObject[]) {
    const uri = artifact.get('artifact_uri') as string
    const earlier = kept.get(uri)
    if (earlier !== undefined && writeCompact(earlier) !== writeCompact(artifact)) {
      const error = `invalid artifact manifest: artifact URI '${uri}' is already bound to different content`
      return refuse('artifact-conflict', error)
    }
    if (earlier === undefined) kept.set(uri, artifact)
    evict(kept)
  }
  const pins = (manifest.get('retained_uris') ?? []) as readonly string[]
  const sorted = [...new Set(pins)].filter((uri) => uri !== '').sort(compareBytes)
  return answer(
    jsonObject([
      ['artifacts', [...kept.values()]],
      ['retained_uris', sorted]
    ])
  )
}

function evict(kept: Map<string, JsonObject>): void {
  let bytes = 0
  for (const artifact of kept.values()) bytes += Buffer.byteLength(artifact.get('content') as string)
  for (const [uri, artifact] of kept) {
    if (kept.size <= artifactLimits.count && bytes <= artifactLimits.bytes) return
    kept.delete(uri)
    bytes -= Buffer.byteLength(artifact.get('content') as string)
  }
}
