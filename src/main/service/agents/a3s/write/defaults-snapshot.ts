import { JsonNumber, type JsonObject, type JsonValue, jsonObject } from '../../../json/json-value'
import type { FragmentKind } from '../store/layout'

/**
 * The snapshot that session data alone stands for: every part empty but those given, version 2 where the session depends on its effect log
 * and 1 otherwise (format 2.1; behaviour a3s-56).
 *
 * @param parts of artifacts the manifest, of the others the list.
 */
export function snapshotOfSession(
  session: JsonObject,
  parts: ReadonlyMap<FragmentKind, JsonValue> = new Map()
): JsonObject {
  const durable = (session.get('durable_source') ?? null) !== null
  const manifest = parts.get('artifacts') as JsonObject | undefined
  return jsonObject([
    ['schema_version', new JsonNumber(durable ? '2' : '1')],
    ['session', session],
    ['artifacts', manifest?.get('artifacts') ?? []],
    ['retained_artifact_uris', manifest?.get('retained_uris') ?? []],
    ['trace_events', parts.get('traces') ?? []],
    ['run_records', parts.get('runs') ?? []],
    ['verification_reports', parts.get('verification') ?? []],
    ['subagent_tasks', parts.get('subagent_tasks') ?? []]
  ])
}
