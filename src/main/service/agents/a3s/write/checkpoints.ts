import type { JsonObject } from '../../../json/json-value'
import { writePretty } from '../../../json/write-json'
import { removeIfThere } from '../../../restore/own-files'
import { loopCheckpoint, workflowCheckpoint } from '../format/checkpoint-shapes'
import type { StructShape } from '../format/shape'
import { shapeProblems } from '../format/shape-problems'
import { type Answer, answer, refuse } from '../store/answer'
import { keyProblem, readCheckpointDocument } from '../store/checkpoints'
import { type CheckpointKind, checkpointFile, legacyCheckpointFile } from '../store/layout'
import { isThere, linkOutside, readBytes } from '../store/read-bytes'
import { writeStoreFile } from './atomic-write'
import type { StoreWriting } from './store-writing'

interface CheckpointForm {
  readonly shape: StructShape
  readonly what: string
  /** The field that says which id a checkpoint belongs to. */
  readonly owner: 'run_id' | 'workflow_id'
}

const forms: Readonly<Record<CheckpointKind, CheckpointForm>> = {
  loop_checkpoints: { shape: loopCheckpoint, what: 'loop checkpoint', owner: 'run_id' },
  workflow_checkpoints: { shape: workflowCheckpoint, what: 'workflow checkpoint', owner: 'workflow_id' }
}

/**
 * Saves a checkpoint of a run or a workflow over the one that is there. No log, no lease, no lock: the agent takes none here either, and
 * its version is only looked at by a load (format 3.9, 3.10). Unlike the crate, a sealed one that the key does not open stays.
 *
 * @param id the run's or the workflow's.
 * @param checkpoint written with its own spelling, order and unknown fields.
 */
export async function saveCheckpoint(
  root: string,
  kind: CheckpointKind,
  id: string,
  checkpoint: JsonObject,
  writing: StoreWriting
): Promise<Answer<null>> {
  const { what } = forms[kind]
  const problem = misfit(kind, id, checkpoint)
  if (problem !== null) return problem
  const path = checkpointFile(root, kind, id)
  const present = readBytes(root, path, { key: writing.key, what, links: 'inside' })
  if (!present.ok && ['sealed-without-key', 'decryption-failed'].includes(present.kind)) return present
  return writeStoreFile(root, path, Buffer.from(writePretty(checkpoint), 'utf8'), what, writing)
}

/** Why a document is no checkpoint of that id; null when it is. */
export function misfit(kind: CheckpointKind, id: string, checkpoint: JsonObject): ReturnType<typeof keyProblem> {
  const { shape, what, owner } = forms[kind]
  const [problem] = shapeProblems(shape, checkpoint)
  if (problem !== undefined) return refuse('checkpoint-unreadable', `the ${what} does not fit: ${problem.message}`)
  return keyProblem(kind, id, checkpoint.get(owner) as string)
}

/**
 * Removes a checkpoint; silent when there is none. A current one goes unread, as with the crate. An old one goes only when the id inside is
 * this one; if it cannot be read, nothing is removed at all.
 */
export async function deleteCheckpoint(
  root: string,
  kind: CheckpointKind,
  id: string,
  writing: StoreWriting
): Promise<Answer<null>> {
  const { shape, what, owner } = forms[kind]
  const current = checkpointFile(root, kind, id)
  const outside = linkOutside(root, current)
  if (outside !== null) return refuse('link-leaves-store', outside)
  const legacy = legacyCheckpointFile(root, kind, id)
  const old = isThere(legacy) ? readCheckpointDocument(root, legacy, shape, what, writing.key) : answer(null)
  if (!old.ok) return old
  await removeIfThere(writing.gateway, current)
  if (old.value?.get(owner) === id) await removeIfThere(writing.gateway, legacy)
  return answer(null)
}
