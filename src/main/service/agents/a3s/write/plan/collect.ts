import { fail } from '@shared/ipc/errors'
import type { JsonObject } from '../../../../json/json-value'
import type { PlanDraft } from '../../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../../adapter'
import { type Collection, collectable, withoutArtifacts } from '../artifacts-collectable'
import { readStoredCheckpoints } from '../checkpoints-stored'
import { brokenRule } from '../fork-snapshot'
import { allowed, refuseChange } from '../refuse-change'
import { readySnapshot } from '../session-text'
import { leaseConflict, runningConflict } from './conflicts'
import { checkCommittable, generationStep, largeGeneration, presentSession, writerLease } from './store-facts'

/** Removes the artifacts that nothing in the session or in the store's checkpoints refers to any more. */
export function planCollect(source: SourceLocation, id: string, reading: Reading): PlanDraft {
  const { key } = reading
  const present = presentSession(source, id, key)
  if (present.form === 'bare') {
    fail('refused', `Session ${id} keeps its artifacts in the older layout.`, { advice: `Migrate it first.` })
  }
  const broken = brokenRule(present.snapshot, id)
  if (broken !== null) refuseChange(broken, present.path)
  const checkpoints = allowed(readStoredCheckpoints(source.root, key), source.root)
  const found = collectable(present.snapshot, checkpoints)
  if (found.remove.length === 0) fail('refused', `Every artifact of session ${id} is in use or pinned.`)
  checkCommittable(source, id, key)
  const left = withoutArtifacts(present.snapshot, found.remove)
  const ready = allowed(readySnapshot(source.root, left, key), present.path)
  const lease = writerLease(source.root, key)
  const known = [...largeGeneration(source, id, key), ready]
  const steps = [generationStep(source, id, ready.bytes, lease, becauseOf(found, present.snapshot), known)]
  return {
    title: present.title,
    steps,
    conflicts: [
      ...leaseConflict(lease, steps),
      ...runningConflict(source.root, id, present.plain, reading.now(), steps)
    ],
    cannot: [],
    notes: present.sealed ? [] : found.remove.map((uri) => `Goes: ${uri}`),
    inputs: [present.path]
  }
}

function becauseOf({ keep, remove }: Collection, snapshot: JsonObject): string {
  const gone = new Set(remove)
  const bytes = (snapshot.get('artifacts') as readonly JsonObject[])
    .filter((artifact) => gone.has(artifact.get('artifact_uri') as string))
    .reduce((sum, artifact) => sum + Buffer.byteLength(artifact.get('content') as string), 0)
  const what =
    remove.length === 1
      ? `1 unused artifact with ${bytes} bytes goes`
      : `${remove.length} unused artifacts with ${bytes} bytes go`
  return keep.length === 0 ? what : `${what}, ${keep.length} ${keep.length === 1 ? 'stays' : 'stay'}`
}
