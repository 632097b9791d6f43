import { join } from 'node:path'
import type { SourceKey } from '../../adapter'
import { loopCheckpoint, workflowCheckpoint } from '../format/checkpoint-shapes'
import type { Answer } from '../store/answer'
import {
  type LoopCheckpoint,
  loopProblem,
  readCheckpoint,
  type WorkflowCheckpoint,
  workflowProblem
} from '../store/checkpoints'
import { type CheckpointKind, idOfFileName } from '../store/layout'
import { namesIn } from '../store/list-sessions'

/** One checkpoint file: what it holds if its form is right, and what the crate would answer. */
export interface CheckpointFile<T> {
  readonly path: string
  /** The run or workflow that the file stands for: from its name, or from inside a legacy one. */
  readonly id: string
  readonly content: T | null
  readonly answer: Answer<unknown>
}

/** Paths of all checkpoint files of a kind: current ones, then legacy ones that no current one hides. */
export function checkpointPaths(root: string, kind: CheckpointKind): readonly string[] {
  const folders = [join(root, 'v1', kind), join(root, kind)]
  return folders.flatMap((folder) =>
    namesIn(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => join(folder, name))
  )
}

export function readLoopFile(root: string, path: string, key: SourceKey): CheckpointFile<LoopCheckpoint> | null {
  const read = readCheckpoint<LoopCheckpoint>(root, path, loopCheckpoint, 'loop checkpoint', key)
  return judged(path, read, (content) => content.run_id, loopProblem)
}

export function readWorkflowFile(
  root: string,
  path: string,
  key: SourceKey
): CheckpointFile<WorkflowCheckpoint> | null {
  const read = readCheckpoint<WorkflowCheckpoint>(root, path, workflowCheckpoint, 'workflow checkpoint', key)
  return judged(path, read, (content) => content.workflow_id, workflowProblem)
}

/** null when the file is gone, or has no id: a name that does not decode, and nothing inside. */
function judged<T>(
  path: string,
  read: Answer<T | null>,
  idInside: (content: T) => string,
  problem: (content: T, id: string) => Answer<unknown> | null
): CheckpointFile<T> | null {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  const named = idOfFileName(name)
  if (!read.ok) return { path, id: named ?? name, content: null, answer: read }
  if (read.value === null) return null
  const id = named ?? idInside(read.value)
  return { path, id, content: read.value, answer: problem(read.value, id) ?? read }
}
