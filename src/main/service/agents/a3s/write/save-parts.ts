import type { JsonObject, JsonValue } from '../../../json/json-value'
import type { SourceKey } from '../../adapter'
import { sessionData } from '../format/session-shapes'
import { shapeProblems } from '../format/shape-problems'
import { type Answer, answer, refuse } from '../store/answer'
import { rebuildArtifacts } from '../store/artifact-manifest'
import { fragmentName, fragmentProblem, snapshotField } from '../store/fragments'
import { type FragmentKind, fragmentFile, sessionFile } from '../store/layout'
import { loadSnapshot } from '../store/load-session'
import { writeStoreFile } from './atomic-write'
import { withMember } from './document-edits'
import { idProblem, presentFileProblem } from './save-guards'
import { plainBytes, type ReadySnapshot, readySnapshot, sessionWithoutApiKey } from './session-text'
import type { StoreWriting } from './store-writing'

/** A store under its lock, as the older saves of single parts need it. */
export interface PartStore {
  readonly root: string
  readonly key: SourceKey
  readonly writing: StoreWriting
  commit(ready: ReadySnapshot): Promise<Answer<string>>
}

/** The crate's plain `save` (format 3.3). */
export async function writeSession(store: PartStore, session: JsonObject): Promise<Answer<null>> {
  const { root, key, writing } = store
  const [problem] = shapeProblems(sessionData, session)
  if (problem !== undefined) return refuse('bare-unreadable', `Failed to parse session: ${problem.message}`)
  if ((session.get('durable_source') ?? null) !== null) {
    return refuse('durable-source-needs-envelope', 'durable session data requires the versioned snapshot API')
  }
  const id = session.get('id') as string
  const fits = idProblem(root, id)
  if (!fits.ok) return fits
  const present = loadSnapshot(root, id, key)
  if (!present.ok) return present
  if (present.value?.form === 'envelope') {
    return commitPart(store, withMember(present.value.snapshot, 'session', session))
  }
  const readable = presentFileProblem(root, id, key)
  if (!readable.ok) return readable
  const text = plainBytes(sessionWithoutApiKey(session), 'session file')
  return text.ok ? writeStoreFile(root, sessionFile(root, id), text.value, 'session file', writing) : text
}

/** The crate's saves of artifacts, traces, runs, reports and subagent tasks (format 3.3). */
export async function writeFragment(
  store: PartStore,
  kind: FragmentKind,
  id: string,
  value: JsonValue
): Promise<Answer<null>> {
  const { root, key, writing } = store
  const problem = fragmentProblem(kind, value)
  if (problem !== null) return refuse('fragment-unreadable', `failed to parse ${fragmentName(kind)}: ${problem}`)
  const fits = idProblem(root, id)
  if (!fits.ok) return fits
  const present = loadSnapshot(root, id, key)
  if (!present.ok) return present
  if (present.value?.form !== 'envelope') {
    const text = plainBytes(value, fragmentName(kind))
    return text.ok ? writeStoreFile(root, fragmentFile(root, kind, id), text.value, fragmentName(kind), writing) : text
  }
  const { snapshot } = present.value
  if (kind !== 'artifacts') return commitPart(store, withMember(snapshot, snapshotField(kind), value))
  const manifest = rebuildArtifacts(value as JsonObject)
  if (!manifest.ok) return manifest
  const parts = manifest.value as JsonObject
  const kept = withMember(snapshot, 'artifacts', parts.get('artifacts') ?? [])
  return commitPart(store, withMember(kept, 'retained_artifact_uris', parts.get('retained_uris') ?? []))
}

async function commitPart({ root, key, commit }: PartStore, snapshot: JsonObject): Promise<Answer<null>> {
  const ready = readySnapshot(root, snapshot, key)
  if (!ready.ok) return ready
  const committed = await commit(ready.value)
  return committed.ok ? answer(null) : committed
}
