import type { JsonObject } from '../../../json/json-value'
import type { SourceKey } from '../../adapter'
import { isDigest } from '../digest'
import { loopCheckpoint, workflowCheckpoint } from '../format/checkpoint-shapes'
import type { Shape } from '../format/shape'
import { shapeProblems } from '../format/shape-problems'
import { capabilityBindingProblem } from '../validation/bindings'
import { exactPlain } from '../validation/exact-plain'
import { type Answer, answer, refuse, type StoreProblem } from './answer'
import { type CheckpointKind, checkpointFile, legacyCheckpointFile } from './layout'
import { parseDocument } from './parse-document'
import { isThere, readBytes } from './read-bytes'
import { receiptProblem } from './receipt'

/** What a loop checkpoint holds, as far as it is shown (format 3.9). */
export interface LoopCheckpoint {
  readonly schema_version?: number
  readonly run_id: string
  readonly session_id: string
  readonly capability_binding?: Readonly<Record<string, unknown>> | null
  readonly standing_context_digest?: string | null
  readonly durable_source?: Readonly<Record<string, unknown>> | null
  readonly turn: number
  readonly messages: readonly unknown[]
  readonly tool_calls_count: number
  readonly checkpoint_ms: number
}

/** What a workflow checkpoint holds, as far as it is shown (format 3.10). */
export interface WorkflowCheckpoint {
  readonly schema_version?: number
  readonly workflow_id: string
  readonly steps: readonly WorkflowStep[]
  readonly checkpoint_ms: number
}

export interface WorkflowStep {
  readonly task_id: string
  readonly outcome: {
    readonly task_id: string
    readonly session_id: string
    readonly agent: string
    readonly success: boolean
  }
  readonly result_receipt?: Receipt | null
}

export interface Receipt {
  readonly schema: string
  readonly identity: { readonly schema: string; readonly domain: string; readonly digest: string }
  readonly evidence_digest: string
  readonly outcome: string
  readonly result_digest?: string | null
  readonly result_bytes: number
}

/** What the crate's `load_loop_checkpoint` answers; null is "absent". */
export function loadLoopCheckpoint(root: string, run: string, key: SourceKey): Answer<LoopCheckpoint | null> {
  const path = answeringCheckpoint(root, 'loop_checkpoints', run)
  const read = readCheckpoint<LoopCheckpoint>(root, path, loopCheckpoint, 'loop checkpoint', key)
  if (!read.ok || read.value === null) return read
  return loopProblem(read.value, run) ?? read
}

/** What the crate's `load_workflow_checkpoint` answers; null is "absent". */
export function loadWorkflowCheckpoint(
  root: string,
  workflow: string,
  key: SourceKey
): Answer<WorkflowCheckpoint | null> {
  const path = answeringCheckpoint(root, 'workflow_checkpoints', workflow)
  const read = readCheckpoint<WorkflowCheckpoint>(root, path, workflowCheckpoint, 'workflow checkpoint', key)
  if (!read.ok || read.value === null) return read
  return workflowProblem(read.value, workflow) ?? read
}

function answeringCheckpoint(root: string, kind: CheckpointKind, id: string): string {
  const current = checkpointFile(root, kind, id)
  return isThere(current) ? current : legacyCheckpointFile(root, kind, id)
}

/** A checkpoint file read and checked for its types, whatever its name. */
export function readCheckpoint<T>(
  root: string,
  path: string,
  shape: Shape,
  what: string,
  key: SourceKey
): Answer<T | null> {
  const document = readCheckpointDocument(root, path, shape, what, key)
  return document.ok && document.value !== null ? answer(exactPlain(document.value) as T) : (document as Answer<null>)
}

/** The same with its own spelling. */
export function readCheckpointDocument(
  root: string,
  path: string,
  shape: Shape,
  what: string,
  key: SourceKey
): Answer<JsonObject | null> {
  const bytes = readBytes(root, path, { key, what, links: 'any' })
  if (!bytes.ok) return bytes
  if (bytes.value === null) return answer(null)
  const intro = `Failed to parse ${what} from ${path}`
  const document = parseDocument(bytes.value, intro)
  if (!document.ok) return document
  const [problem] = shapeProblems(shape, document.value)
  if (problem !== undefined) return refuse('checkpoint-unreadable', `${intro}: ${problem.message}`)
  return document as Answer<JsonObject>
}

/** Rules of format 3.9, in order. */
export function loopProblem(checkpoint: LoopCheckpoint, run: string): StoreProblem | null {
  const durable = (checkpoint.durable_source ?? null) !== null
  const version = Number(checkpoint.schema_version ?? 0)
  if (durable ? version !== 2 : version > 1) {
    return refuse('schema-version', 'loop checkpoint schema version and durable source disagree; refusing to resume')
  }
  const binding = checkpoint.capability_binding ?? null
  const invalid = binding === null ? null : capabilityBindingProblem(binding)
  if (invalid !== null) return refuse('capability-binding-invalid', `loop checkpoint has an ${invalid}`)
  const context = checkpoint.standing_context_digest ?? null
  if (context !== null && !isDigest(context)) {
    return refuse('digest-invalid', 'loop checkpoint standing context digest is invalid')
  }
  return keyProblem('loop_checkpoints', run, checkpoint.run_id)
}

/** Why a checkpoint may not stand under an id; null when it is that id's own. */
export function keyProblem(kind: CheckpointKind, requested: string, found: string): StoreProblem | null {
  if (found === requested) return null
  const [what, named] = kind === 'loop_checkpoints' ? ['loop', 'run'] : ['workflow', 'workflow']
  return refuse(
    'key-mismatch',
    `${what} checkpoint key mismatch: requested ${named} ${JSON.stringify(requested)}, payload belongs to ${JSON.stringify(found)}`
  )
}

/** Why a loop checkpoint is not of the session that would go on with it; null when it is (behaviour a3s-24). */
export function loopOwnerProblem(checkpoint: LoopCheckpoint, session: string): StoreProblem | null {
  if (checkpoint.session_id === session) return null
  return refuse(
    'owner-mismatch',
    `loop checkpoint of run ${JSON.stringify(checkpoint.run_id)} belongs to session ${JSON.stringify(checkpoint.session_id)}, not to ${JSON.stringify(session)}`
  )
}

/** Rules of format 3.10, in order. */
export function workflowProblem(checkpoint: WorkflowCheckpoint, workflow: string): StoreProblem | null {
  const version = Number(checkpoint.schema_version ?? 0)
  const named = `workflow checkpoint ${checkpoint.workflow_id}`
  if (version > 1) {
    return refuse(
      'schema-version',
      `${named} has schema version ${version} but this build supports at most 1; refusing to resume from an incompatible future checkpoint`
    )
  }
  for (const step of checkpoint.steps) {
    if (step.task_id !== step.outcome.task_id) {
      return refuse('workflow-step-mismatch', `${named} has task id mismatch for step ${JSON.stringify(step.task_id)}`)
    }
    const receipt = step.result_receipt ?? null
    const invalid = receipt === null ? null : receiptProblem(receipt)
    if (invalid !== null) return refuse('receipt-invalid', `${named} step ${JSON.stringify(step.task_id)}: ${invalid}`)
  }
  return keyProblem('workflow_checkpoints', workflow, checkpoint.workflow_id)
}
