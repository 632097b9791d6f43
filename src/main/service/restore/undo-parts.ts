import type { Operation } from '@shared/domain/operation'
import { fail } from '@shared/ipc/errors'
import type { FileStep, OperationRecord } from '../operations/operation-record'
import type { BlobStore } from '../vault/blob-store'
import type { PlanParts, WantedStep } from './build-plan'
import { sameContent } from './file-facts'
import type { Gateway } from './gateway'
import { type Natives, stateNow } from './natives'
import type { ConflictDraft } from './plan-draft'

/**
 * The way back to the state before an operation. A file that was changed since the operation is a conflict that keeps it; one
 * whose copy is gone is left as it is, never removed.
 */
export async function undoParts(
  gateway: Gateway,
  natives: Natives,
  blobs: BlobStore,
  planId: string,
  record: OperationRecord,
  operation: Operation
): Promise<PlanParts> {
  if (!operation.canUndo) {
    fail('refused', whyNot(operation), {
      data: { operation: operation.id, state: operation.state },
      ...wayOf(operation, blobs.folder)
    })
  }
  if ((await gateway.lookAt(record.source.root)) === null) {
    fail('source.missing', `${record.source.root} is not there.`, { advice: 'Connect the disk, then try again.' })
  }
  const wanted: WantedStep[] = []
  const conflicts: ConflictDraft[] = []
  const cannot: PlanParts['cannot'][number][] = []
  for (const step of record.steps) {
    const { sha256 } = step.before
    if (sha256 !== null && !(await blobs.holds(sha256))) {
      cannot.push({ what: step.path, because: 'Its safety copy is gone or damaged, so it is left as it is.' })
      continue
    }
    wanted.push(backTo(step))
    const now = await stateNow(gateway, natives, step)
    if (!sameContent(now, step.after) && !sameContent(now, step.before)) conflicts.push(changedSince(step))
  }
  if (wanted.length === 0 && cannot.length > 0) {
    fail(
      'refused',
      'What this operation replaced is gone from the vault or damaged, so none of it can be taken back.',
      {
        advice: `Put the files of ${blobs.folder} back from a backup of yours, if there is one. \`reprise vault check\` names all copies with a gap.`,
        data: { operation: operation.id, paths: cannot.map(({ what }) => what) }
      }
    )
  }
  return {
    planId,
    kind: 'undo',
    session: record.session,
    source: record.source,
    title: titleOf(record),
    checkpoint: record.checkpoint,
    operation: record.id,
    wanted,
    conflicts,
    cannot,
    notes: [],
    inputs: [],
    contentIn: 'vault'
  }
}

/** An undo takes turns: that of a change, of its undo (a redo), of the redo (an undo again). */
function titleOf({ kind, title }: OperationRecord): string {
  if (kind !== 'undo') return `Undo: ${title}`
  return title.startsWith('Redo: ') ? `Undo: ${title.slice(6)}` : `Redo: ${title.replace(/^Undo: /, '')}`
}

function backTo(step: FileStep): WantedStep {
  const { sha256, bytes, mode } = step.before
  const because = { create: 'It did not exist before.', replace: 'Back to what it was.', remove: 'It existed before.' }
  return {
    id: step.id,
    what: step.what,
    path: step.path,
    approvedRoot: step.approvedRoot,
    because: because[step.action],
    content: sha256 === null ? null : { sha256, bytes },
    ...(step.target && { target: step.target }),
    mode: mode ?? 0o600,
    empties: step.makes
  }
}

function changedSince(step: FileStep): ConflictDraft {
  const then = step.before.exists ? 'It gets the content that it had before.' : 'It is removed.'
  return {
    id: `changed:${step.id}`,
    code: 'changed.since',
    what: `${step.path} was changed after the operation.`,
    step: step.id,
    options: [
      { value: 'keep', label: 'Keep it as it is now', effect: 'This file is left out of the undo.' },
      { value: 'replace', label: 'Undo it all the same', effect: `${then} What it holds now goes into the vault.` }
    ],
    default: 'keep',
    leavesOut: { keep: [step.id], replace: [] }
  }
}

/** What can be done about it, where something can. */
function wayOf({ state }: Operation, vault: string): { readonly advice?: string } {
  if (state === 'interrupted')
    return { advice: 'Start Reprise anew, or run `reprise lease --take-over`: either ends it. Then try again.' }
  if (state !== 'done' && state !== 'failed') return {}
  return {
    advice: `\`reprise vault\` lists what was let go to keep it small. What went from ${vault} otherwise can be put back from a backup of yours, if there is one.`
  }
}

function whyNot(operation: Operation): string {
  const reasons: Partial<Record<Operation['state'], string>> = {
    running: 'This operation is still running.',
    interrupted: 'This operation was interrupted and has to be finished or put back before it can be undone.',
    'rolled-back': 'This operation was put back already; there is nothing to undo.',
    undone: 'This operation has been undone already.'
  }
  return reasons[operation.state] ?? 'The safety copy of this operation is gone, so it cannot be undone.'
}
