import type { Finding } from '@shared/domain/finding'
import { cutText } from '../../../catalog/cut-text'
import type { ListedCheckpoint, SourceKey } from '../../adapter'
import type { StoreProblem } from '../store/answer'
import { readBytes } from '../store/read-bytes'
import { isSealed } from '../store/sealed'
import { userTexts } from '../transcript/user-texts'
import { type CheckpointFile, readLoopFile, readWorkflowFile } from './checkpoint-files'
import { firstLine } from './first-line'
import { withoutSealedWords } from './sealed-findings'
import { promptsOf } from './summarise'

export interface ListedCheckpoints {
  readonly checkpoints: readonly ListedCheckpoint[]
  readonly findings: readonly Finding[]
}

/** A loop checkpoint as a scan sees it. Of a sealed one no text goes into the list. */
export function listLoopFile(root: string, path: string, key: SourceKey): ListedCheckpoints | null {
  const file = readLoopFile(root, path, key)
  if (file === null) return null
  const { content } = file
  if (content === null) return { checkpoints: [], findings: [problemOf(file)] }
  const sealed = key !== null && isSealedFile(root, path)
  const listed: ListedCheckpoint = {
    id: file.id,
    sessionId: content.session_id,
    at: Number(content.checkpoint_ms),
    label: null,
    restorable: false,
    title: sealed ? 'Sealed session' : titleOf(content.messages),
    workspace: null
  }
  const findings = file.answer.ok ? [] : [problemOf(file)]
  return { checkpoints: [listed], findings: sealed ? withoutSealedWords(findings) : findings }
}

/** A workflow checkpoint names no session; which sessions show it is decided when they are read. */
export function listWorkflowFile(root: string, path: string, key: SourceKey): ListedCheckpoints | null {
  const file = readWorkflowFile(root, path, key)
  if (file === null) return null
  const { content } = file
  if (content === null) return { checkpoints: [], findings: [problemOf(file)] }
  const at = Number(content.checkpoint_ms)
  const listed: ListedCheckpoint = { id: file.id, sessionId: null, at, label: null, restorable: false }
  return { checkpoints: [listed], findings: file.answer.ok ? [] : [problemOf(file)] }
}

function titleOf(messages: readonly unknown[]): string {
  return cutText(firstLine(promptsOf(userTexts(messages))[0]?.text ?? ''), 200) || 'No prompt yet'
}

function isSealedFile(root: string, path: string): boolean {
  const bytes = readBytes(root, path, { key: null, what: 'checkpoint', links: 'any' })
  return bytes.ok ? bytes.value !== null && isSealed(bytes.value) : bytes.kind === 'sealed-without-key'
}

function problemOf(file: CheckpointFile<unknown>): Finding {
  const problem = file.answer as StoreProblem
  const sealed = problem.kind === 'sealed-without-key'
  return {
    code: sealed ? 'a3s.checkpoint.sealed' : 'a3s.checkpoint.refused',
    severity: sealed ? 'notice' : 'problem',
    what: sealed
      ? 'This checkpoint is encrypted and no key was given.'
      : `a3s itself does not load this checkpoint: ${problem.error}.`,
    where: file.path,
    still: 'The sessions are not affected.'
  }
}
