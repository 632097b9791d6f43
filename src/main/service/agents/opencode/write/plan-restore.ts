import { ExpectedFailure, fail } from '@shared/ipc/errors'
import type { ConflictDraft, PlanDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import { findSession } from '../sessions/find-session'
import type { FoundSession } from '../sessions/found-session'
import type { SessionEnd } from './choose-end'
import { forkTitle } from './fork-title'
import { planFiles } from './plan-files'
import { type PlannedSession, planNewSession } from './plan-new-session'
import { undoSuffix } from './turn-trees'

/**
 * Back to the beginning of a turn, or to what was before an undo: the files of the session's folder, the conversation as a new session, or both in
 * one operation; which of them the person chooses.
 */
export async function planRestore(
  source: SourceLocation,
  sessionId: string,
  checkpoint: string,
  reading: Reading
): Promise<PlanDraft> {
  const session = await findSession(source, sessionId, reading)
  const isUndo = session.info.revert !== null && checkpoint === `${session.info.revert.message}${undoSuffix}`
  const files = await tried(planFiles(source, session, checkpoint, reading))
  const end: SessionEnd = isUndo ? 'not undone' : { before: checkpoint }
  const title = forkTitle(session.info.title ?? 'Session')
  const made = await tried(planNewSession(source, session, { end, workspace: null, title }, reading))
  const [fileSteps, own] = [files.done?.steps ?? [], made.done]
  if (fileSteps.length === 0 && own === null) {
    if (files.failure !== null) throw files.failure
    return fail('refused', 'There is nothing to put back to at this checkpoint.', {
      advice: `No file differs. ${made.failure?.message ?? ''}`
    })
  }
  const notFiles =
    files.failure === null ? [] : [{ what: 'Files in the working directory', because: files.failure.message }]
  return {
    title: files.done?.title ?? titleOf(session),
    ...(own !== null && { created: own.id }),
    steps: [...fileSteps, ...(own?.steps ?? [])],
    conflicts: [
      ...(own !== null && fileSteps.length > 0
        ? [
            whatToRestore(
              fileSteps.length,
              fileSteps.map(({ id }) => id),
              own,
              isUndo
            )
          ]
        : []),
      ...(files.done?.conflicts ?? [])
    ],
    cannot: [...(files.done?.cannot ?? notFiles), ...(own?.cannot ?? [])],
    notes: [
      ...(files.done?.notes ?? []),
      ...(own?.notes ?? [`The conversation is not part of this plan: ${made.failure?.message}`])
    ],
    inputs: [...(files.done?.inputs ?? []), ...(own?.inputs ?? [])]
  }
}

interface Tried<T> {
  readonly done: T | null
  readonly failure: ExpectedFailure | null
}

/** One of the two may not be possible; the other is then all that there is. */
async function tried<T>(work: Promise<T>): Promise<Tried<T>> {
  try {
    return { done: await work, failure: null }
  } catch (error) {
    if (error instanceof ExpectedFailure) return { done: null, failure: error }
    throw error
  }
}

function titleOf({ info }: FoundSession): string {
  return `Before a prompt: ${info.title ?? info.id}`
}

function whatToRestore(count: number, files: readonly string[], made: PlannedSession, isUndo: boolean): ConflictDraft {
  const some = `${count} ${count === 1 ? 'file' : 'files'} of the plan`
  const session = isUndo ? 'a new session with what was undone' : 'a new session that ends before the prompt'
  return {
    id: 'what',
    code: 'opencode.restore.what',
    what: 'A checkpoint is a point of the conversation and of the files. Which of them goes back?',
    step: null,
    options: [
      { value: 'keep', label: 'The files only', effect: `${some}; the conversation stays as it is.` },
      { value: 'both', label: 'The files and the conversation', effect: `${some}, and ${session}.` },
      { value: 'conversation', label: 'The conversation only', effect: `A${session.slice(1)}; files stay.` }
    ],
    default: 'keep',
    leavesOut: { keep: made.steps.map(({ id }) => id), both: [], conversation: files }
  }
}
