import { JsonNumber, type JsonObject, type JsonValue, jsonObject } from '../../../json/json-value'
import type { SourceKey } from '../../adapter'
import { artifactManifest, subagentTask, traceEvent, verificationReport } from '../format/record-shapes'
import { runRecord } from '../format/session-shapes'
import { list, type Shape } from '../format/shape'
import { shapeProblems } from '../format/shape-problems'
import { type Answer, answer, refuse } from './answer'
import { rebuildArtifacts } from './artifact-manifest'
import { type FragmentKind, fragmentFile, legacyFragmentFile } from './layout'
import { parseDocument } from './parse-document'
import { isThere, readBytes } from './read-bytes'

const shapes: Readonly<Record<FragmentKind, { readonly shape: Shape; readonly field: string; readonly name: string }>> =
  {
    artifacts: { shape: artifactManifest, field: 'artifacts', name: 'artifact store snapshot' },
    traces: { shape: list(traceEvent), field: 'trace_events', name: 'trace events' },
    runs: { shape: list(runRecord), field: 'run_records', name: 'run records' },
    verification: { shape: list(verificationReport), field: 'verification_reports', name: 'verification reports' },
    subagent_tasks: { shape: list(subagentTask), field: 'subagent_tasks', name: 'subagent tasks' }
  }

/** Field of a snapshot that a kind of fragment fills. */
export const snapshotField = (kind: FragmentKind): string => shapes[kind].field

/** The file that answers for a fragment: the current one, else the legacy one where the legacy session is this id's own. */
export function fragmentPath(root: string, kind: FragmentKind, id: string, legacyOwned: boolean): string | null {
  const current = fragmentFile(root, kind, id)
  if (isThere(current)) return current
  const legacy = legacyFragmentFile(root, kind, id)
  return legacyOwned && isThere(legacy) ? legacy : null
}

/** Content of one fragment file, checked as the crate does; null when there is none (format 3.1 to 3.8). */
export function readFragment(root: string, kind: FragmentKind, path: string, key: SourceKey): Answer<JsonValue | null> {
  const { shape, name } = shapes[kind]
  const bytes = readBytes(root, path, { key, what: name, links: kind === 'artifacts' ? 'inside' : 'any' })
  if (!bytes.ok) return bytes
  if (bytes.value === null) return answer(null)
  const document = parseDocument(bytes.value, `Failed to parse ${name} from ${path}`)
  if (!document.ok) return document
  const [problem] = shapeProblems(shape, document.value)
  if (problem !== undefined) {
    const kindOfProblem = problem.message.startsWith('missing field') ? 'field-missing' : 'fragment-unreadable'
    return refuse(kindOfProblem, `failed to parse ${name}: ${problem.message}`)
  }
  return kind === 'artifacts' ? rebuildArtifacts(document.value as JsonObject) : document
}

/** What the crate would not accept about a fragment that is to be written; null when it is fine. */
export function fragmentProblem(kind: FragmentKind, value: JsonValue): string | null {
  return shapeProblems(shapes[kind].shape, value)[0]?.message ?? null
}

/** What the crate's messages call a kind of fragment. */
export const fragmentName = (kind: FragmentKind): string => shapes[kind].name

/** The snapshot that a bare session stands for: version 1, each part from its fragment (format 3.2, 5). */
export function assembleSnapshot(session: JsonObject, parts: ReadonlyMap<FragmentKind, JsonValue>): JsonObject {
  const manifest = parts.get('artifacts') as JsonObject | undefined
  return jsonObject([
    ['schema_version', new JsonNumber('1')],
    ['session', session],
    ['artifacts', manifest?.get('artifacts')],
    ['retained_artifact_uris', manifest?.get('retained_uris')],
    ...(['traces', 'runs', 'verification', 'subagent_tasks'] as const).map(
      (kind) => [shapes[kind].field, parts.get(kind)] as const
    )
  ])
}
