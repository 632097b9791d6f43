import { basename } from 'node:path'
import type { FileStepDraft, StepDraft } from '../../../../restore/plan-draft'
import type { SourceKey, SourceLocation } from '../../../adapter'
import { findSession } from '../../reading/find-session'
import { checkpointFilesOf } from '../../reading/session-checkpoints'
import {
  type FragmentKind,
  fragmentFile,
  fragmentKinds,
  legacyFragmentFile,
  legacySessionFile,
  sessionFile
} from '../../store/layout'
import { ownsLegacyFile } from '../../store/load-session'
import { isThere, statOf } from '../../store/read-bytes'
import { refuseGone } from './refuse-gone'
import { bytesAt, generationStep } from './store-facts'

const newFileMode = 0o600

/** Ids of the steps that hold state for going on after a crash. */
export const isCheckpointStep = (step: StepDraft): boolean => step.what === 'checkpoint'

/**
 * Every file of a session as the step that puts it back: its generation, what lies in older layouts, and the checkpoints of its runs.
 * Files that a bare session could have and has not are steps that remove them, since one that appears later would count.
 */
export function sessionParts(source: SourceLocation, id: string, key: SourceKey): readonly StepDraft[] {
  const { root } = source
  const current = sessionFile(root, id)
  const owned = ownsLegacyFile(root, id, key)
  const legacy = owned.ok && owned.value
  const here = isThere(current)
  if (!here && !legacy) return refuseGone(root, id, key)
  const parts: StepDraft[] = [generationStep(source, id, bytesAt(current), null, 'the session itself')]
  const bare = !here || findSession(root, id, key, 'quick')?.form === 'bare'
  if (legacy) parts.push(filePart(root, 'legacy', legacySessionFile(root, id), 'the session from before the v1 folder'))
  for (const kind of fragmentKinds) {
    const path = fragmentFile(root, kind, id)
    if (bare || isThere(path)) parts.push(filePart(root, `part-${kind}`, path, partName[kind]))
    const old = legacyFragmentFile(root, kind, id)
    if (legacy && isThere(old)) parts.push(filePart(root, `legacy-${kind}`, old, partName[kind]))
  }
  return [...parts, ...checkpointParts(root, id, key)]
}

const partName: Readonly<Record<FragmentKind, string>> = {
  artifacts: 'its artifacts',
  traces: 'its trace',
  runs: 'its runs',
  verification: 'its verification reports',
  subagent_tasks: 'its subagent tasks'
}

function checkpointParts(root: string, id: string, key: SourceKey): readonly FileStepDraft[] {
  return checkpointFilesOf(root, id, key).map(({ path, kind }) => ({
    ...filePart(root, `${kind}:${basename(path)}`, path, 'what the agent needs to go on after a crash'),
    what: 'checkpoint'
  }))
}

function filePart(root: string, id: string, path: string, because: string): FileStepDraft {
  const mode = (statOf(path)?.mode ?? newFileMode) & 0o777
  return { id, what: 'session', path, approvedRoot: root, content: bytesAt(path), mode, because }
}
