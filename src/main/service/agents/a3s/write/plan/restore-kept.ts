import type { CannotBringBack } from '@shared/domain/plan'
import { type ConflictDraft, isNative, type PlanDraft, type StepDraft } from '../../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../../adapter'
import type { RestoreKept } from '../../../write-part'
import { snapshotDigest } from '../../digest'
import { type Fields, fieldsOf, listOf } from '../../fields'
import { checkpointPaths } from '../../reading/checkpoint-files'
import { findSession } from '../../reading/find-session'
import { assembleSnapshot } from '../../store/fragments'
import { isSealed } from '../../store/sealed'
import type { SessionDocument } from '../../store/session-document'
import { type KnownGeneration, readTarget, targetOf } from '../native-target'
import { leaseConflict, runningConflict } from './conflicts'
import { hasDurableSource, judgeKept } from './judge-kept'
import { isCheckpointStep } from './session-parts'
import { checkCommittable, largeGeneration, wordsOf, writerLease } from './store-facts'

/** Puts a kept session back, byte for byte; also one that the agent has lost. Its checkpoints are asked about. */
export function planRestoreKept(
  source: SourceLocation,
  { sessionId, parts }: RestoreKept,
  reading: Reading
): PlanDraft {
  const { key } = reading
  const kept = judgeKept(parts, sessionId, key)
  checkCommittable(source, sessionId, key)
  const lease = writerLease(source.root, key)
  const snapshot = kept.form === 'envelope' ? kept.value : assembleSnapshot(kept.value, new Map())
  const sealed = parts.some(({ content }) => content !== null && isSealed(content))
  const { title, plain } = wordsOf(source.root, sessionId, snapshot, sealed)
  const now = findSession(source.root, sessionId, key, 'quick')?.snapshot ?? null
  const known = [...largeGeneration(source, sessionId, key), ...generationOf(kept, parts)]
  const steps = parts.map((part) => {
    const step = isNative(part)
      ? { ...part, target: targetOf(sessionId, lease, known, readTarget(part.target).mode) }
      : part
    return isNative(part) || part.id === 'legacy' ? { ...step, because: become(now, plain) } : step
  })
  return {
    title,
    steps,
    conflicts: [
      ...leaseConflict(lease, steps),
      ...runningConflict(source.root, sessionId, now, reading.now(), steps),
      ...checkpointConflict(steps)
    ],
    cannot: [...notBroughtBack(plain, sealed), ...workflowsOfNobody(source.root, parts)],
    notes: hasDurableSource(kept) ? [needsEffectLog] : [],
    inputs: []
  }
}

function generationOf(kept: SessionDocument, parts: readonly StepDraft[]): readonly KnownGeneration[] {
  const bytes = parts.find(isNative)?.content ?? null
  return kept.form === 'envelope' && bytes !== null ? [{ bytes, digest: snapshotDigest(kept.value) }] : []
}

const needsEffectLog =
  'a3s resumes this session only with its effect log in the workspace, which no copy carries. If the log has gone on since, a3s may refuse.'

/** Words for a step: how the conversation changes. */
export function become(before: Fields | null, after: Fields): string {
  const count = (of: Fields) => listOf(fieldsOf(of.session).messages).length
  const counted = `${count(after)} ${count(after) === 1 ? 'message' : 'messages'}`
  if (before === null) return `${counted}, where there is nothing readable now`
  return count(before) === count(after)
    ? `${counted}, as many as now`
    : `${count(before)} messages become ${count(after)}`
}

function checkpointConflict(steps: readonly StepDraft[]): readonly ConflictDraft[] {
  const checkpoints = steps.filter(isCheckpointStep).map((step) => step.id)
  if (checkpoints.length === 0) return []
  const named = checkpoints.length === 1 ? 'A checkpoint' : `${checkpoints.length} checkpoints`
  return [
    {
      id: 'checkpoints',
      code: 'a3s.restore.checkpoints',
      what: `${named} of unfinished work was kept with the session. a3s goes on from such a one after a crash.`,
      step: null,
      options: [
        { value: 'keep', label: 'Leave checkpoints as they are', effect: 'Only the session is put back.' },
        { value: 'replace', label: 'Put them back too', effect: 'a3s can go on with the work of then.' }
      ],
      default: 'keep',
      leavesOut: { keep: checkpoints, replace: [] }
    }
  ]
}

/** A workflow checkpoint names no session (format page, section 3.10), so one that nothing in the kept session points to is not in the copy. */
function workflowsOfNobody(root: string, parts: readonly StepDraft[]): readonly CannotBringBack[] {
  const held = new Set(parts.map(({ path }) => path))
  const others = checkpointPaths(root, 'workflow_checkpoints').filter((path) => !held.has(path)).length
  if (others === 0) return []
  const what = others === 1 ? 'A workflow checkpoint of the store' : `${others} workflow checkpoints of the store`
  return [{ what, because: 'such a file names no session, and nothing in this one points to it' }]
}

export function notBroughtBack(plain: Fields, sealed: boolean): readonly CannotBringBack[] {
  const { workspace } = fieldsOf(fieldsOf(plain.session).config)
  const named = !sealed && typeof workspace === 'string' && workspace !== ''
  const files = named ? `Files in ${workspace}` : 'Files of the workspace'
  return [
    { what: files, because: 'a session of a3s holds no workspace files' },
    {
      what: 'What commands and tools did elsewhere',
      because: 'only the conversation and its records are in the session'
    }
  ]
}
