import type { Checkpoint } from '@shared/domain/checkpoint'
import type { Finding } from '@shared/domain/finding'
import type { SourceKey } from '../../adapter'
import type { LoopCheckpoint, WorkflowCheckpoint } from '../store/checkpoints'
import { type CheckpointFile, checkpointPaths, readLoopFile, readWorkflowFile } from './checkpoint-files'
import { findSession } from './find-session'
import { mayOwnWorkflow } from './workflow-owner'

/** Loop and workflow checkpoints of a session, newest first. They are the agent's own state and cannot be put back. */
export function readSessionCheckpoints(root: string, id: string, key: SourceKey): readonly Checkpoint[] {
  const loops = checkpointPaths(root, 'loop_checkpoints')
    .map((path) => readLoopFile(root, path, key))
    .filter((file) => file?.content?.session_id === id)
    .flatMap((file) => (file === null ? [] : [loopEntry(file)]))
  const taken = new Set(loops.map((loop) => loop.id))
  const workflows = workflowsOf(root, id, key).map((file) => workflowEntry(file, taken))
  return [...withoutHidden(loops), ...withoutHidden(workflows)].sort((a, b) => (b.at ?? 0) - (a.at ?? 0))
}

/** Files of all checkpoints that are shown with a session. */
export function checkpointFilesOf(
  root: string,
  id: string,
  key: SourceKey
): readonly { readonly path: string; readonly kind: 'loop' | 'workflow' }[] {
  const loops = checkpointPaths(root, 'loop_checkpoints').filter(
    (path) => readLoopFile(root, path, key)?.content?.session_id === id
  )
  return [
    ...loops.map((path) => ({ path, kind: 'loop' as const })),
    ...workflowsOf(root, id, key).map(({ path }) => ({ path, kind: 'workflow' as const }))
  ]
}

function workflowsOf(root: string, id: string, key: SourceKey): readonly CheckpointFile<WorkflowCheckpoint>[] {
  const files = checkpointPaths(root, 'workflow_checkpoints').flatMap((path) => readWorkflowFile(root, path, key) ?? [])
  if (files.length === 0) return []
  const snapshot = findSession(root, id, key, 'quick')?.snapshot ?? null
  return files.filter(({ content }) => content !== null && snapshot !== null && mayOwnWorkflow(snapshot, content))
}

/** A current file hides the legacy one of the same id. */
function withoutHidden(checkpoints: readonly Checkpoint[]): readonly Checkpoint[] {
  return checkpoints.filter((checkpoint, index) => checkpoints.findIndex(({ id }) => id === checkpoint.id) === index)
}

function loopEntry(file: CheckpointFile<LoopCheckpoint>): Checkpoint {
  const { content } = file
  const messages = content?.messages.length ?? null
  return {
    ...shared(file),
    at: content === null ? null : Number(content.checkpoint_ms),
    holds: { kind: 'loop checkpoint', messages }
  }
}

function workflowEntry(file: CheckpointFile<WorkflowCheckpoint>, taken: ReadonlySet<string>): Checkpoint {
  const { content } = file
  const named = shared(file)
  return {
    ...named,
    id: taken.has(named.id) ? `workflow:${named.id}` : named.id,
    at: content === null ? null : Number(content.checkpoint_ms),
    holds: { kind: 'workflow checkpoint', tasks: content?.steps.length ?? null },
    findings: [...named.findings, namesNoSession]
  }
}

function shared(
  file: CheckpointFile<unknown>
): Pick<Checkpoint, 'id' | 'label' | 'origin' | 'valid' | 'restorable' | 'findings'> {
  const refused: Finding[] = file.answer.ok
    ? []
    : [
        {
          code: 'a3s.checkpoint.refused',
          severity: 'problem',
          what: `a3s itself does not load this checkpoint: ${file.answer.error}.`,
          where: file.path
        }
      ]
  return {
    id: file.id,
    label: null,
    origin: 'agent',
    valid: file.answer.ok,
    restorable: false,
    findings: [...refused, viewOnly]
  }
}

const viewOnly: Finding = {
  code: 'a3s.checkpoint.view-only',
  severity: 'info',
  what: 'This is state that the agent keeps for going on after a crash; a session cannot be put back to it.'
}

const namesNoSession: Finding = {
  code: 'a3s.checkpoint.owner',
  severity: 'info',
  what: 'The file names no session. It is shown with sessions whose subagents did its steps or that have an unfinished run.'
}
