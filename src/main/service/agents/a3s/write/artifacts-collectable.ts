import { createHash } from 'node:crypto'
import { JsonObject, type JsonValue } from '../../../json/json-value'
import { mentions } from './artifacts-mentions'

/** Why an artifact stays; the first that holds, in this order. */
const reasonsToKeep = [
  'pinned',
  'evidence',
  'tool result',
  'verification',
  'workflow step',
  'review finding',
  'checkpoint'
] as const
export type ReasonToKeep = (typeof reasonsToKeep)[number]

/** What a collection would do to the artifacts of a session. */
export interface Collection {
  readonly keep: readonly { readonly uri: string; readonly because: ReasonToKeep }[]
  /** URIs of artifacts that nothing reaches, in the order of the snapshot. */
  readonly remove: readonly string[]
}

/** Documents of the store that may need an artifact although the snapshot does not. */
export interface StoredCheckpoints {
  readonly loops: readonly JsonValue[]
  readonly workflows: readonly JsonValue[]
}

/**
 * Which artifacts of a snapshot are still reachable: from pins, results of tools and their evidence, verification, workflow steps and their
 * receipts, review findings and checkpoints. Everything else goes. An artifact is reached by its URI, its id or the SHA-256 of its
 * content; what is in doubt stays. Pure; the snapshot must have been accepted by `loadSnapshot`.
 *
 * The agent itself only collects what is not pinned (format 5); which URIs are in use is left to its host.
 */
export function collectable(snapshot: JsonObject, checkpoints: StoredCheckpoints): Collection {
  const pins = new Set(listOf(snapshot.get('retained_artifact_uris')))
  const places = placesOf(snapshot, checkpoints)
  const keep: { uri: string; because: ReasonToKeep }[] = []
  const remove: string[] = []
  for (const artifact of listOf(snapshot.get('artifacts')) as readonly JsonObject[]) {
    const uri = artifact.get('artifact_uri') as string
    const names = namesOf(artifact)
    const found = pins.has(uri) ? 'pinned' : places.find(({ text }) => names.some((name) => mentions(text, name)))
    if (found === undefined) remove.push(uri)
    else keep.push({ uri, because: found === 'pinned' ? found : found.because })
  }
  return { keep, remove }
}

/** The snapshot without those artifacts; pins and everything else stay as they are. */
export function withoutArtifacts(snapshot: JsonObject, uris: readonly string[]): JsonObject {
  const gone = new Set(uris)
  const left = (listOf(snapshot.get('artifacts')) as readonly JsonObject[]).filter(
    (artifact) => !gone.has(artifact.get('artifact_uri') as string)
  )
  return new JsonObject(
    snapshot.members.map(({ key, value }) => (key === 'artifacts' ? { key, value: left } : { key, value }))
  )
}

function namesOf(artifact: JsonObject): readonly string[] {
  const digest = createHash('sha256')
    .update(artifact.get('content') as string)
    .digest('hex')
  return [artifact.get('artifact_uri') as string, artifact.get('artifact_id') as string, `sha256:${digest}`]
}

interface Place {
  readonly because: Exclude<ReasonToKeep, 'pinned'>
  /** All texts of the place, one after the other. */
  readonly text: string
}

function placesOf(snapshot: JsonObject, checkpoints: StoredCheckpoints): readonly Place[] {
  const ends = toolEnds(snapshot)
  return [
    { because: 'evidence', text: textOf(ends.map((event) => evidenceOf(event))) },
    { because: 'tool result', text: textOf([...toolResults(snapshot), ...ends]) },
    { because: 'verification', text: textOf(snapshot.get('verification_reports') ?? null) },
    { because: 'workflow step', text: textOf(checkpoints.workflows) },
    { because: 'review finding', text: textOf(snapshot.get('session_review') ?? null) },
    { because: 'checkpoint', text: textOf(checkpoints.loops) }
  ]
}

function toolResults(snapshot: JsonObject): readonly JsonValue[] {
  return listOf(member(snapshot.get('session'), 'messages'))
    .flatMap((message) => listOf(member(message, 'content')))
    .filter((block) => member(block, 'type') === 'tool_result')
}

function toolEnds(snapshot: JsonObject): readonly JsonValue[] {
  return listOf(snapshot.get('run_records'))
    .flatMap((run) => listOf(member(run, 'events')))
    .flatMap((record) => member(record, 'event') ?? [])
    .filter((event) => member(event, 'type') === 'tool_end')
}

function evidenceOf(event: JsonValue): JsonValue {
  return member(member(event, 'metadata'), 'a3s_tool_result_evidence') ?? null
}

function member(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return value instanceof JsonObject ? value.get(key) : undefined
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}

function textOf(value: JsonValue): string {
  const texts: string[] = []
  gather(value, texts)
  return texts.join('\0')
}

function gather(value: JsonValue, into: string[]): void {
  if (typeof value === 'string') into.push(value)
  else if (value instanceof JsonObject) {
    for (const { key, value: inner } of value.members) {
      into.push(key)
      gather(inner, into)
    }
  } else if (Array.isArray(value)) for (const item of value) gather(item, into)
}
