import type { CannotBringBack } from '@shared/domain/plan'
import { fail } from '@shared/ipc/errors'
import { maskedStart } from '../../../redaction/masked-start'
import type { PlanDraft } from '../../../restore/plan-draft'
import { type Moves, movedPath } from '../../../workspaces/relocate'
import type { Ground } from '../../file-store/file-write-part'
import { isFolder, madeOrWhy, planBack } from '../../file-store/plan-back'
import type { TreeRecord } from '../../file-store/record-tree'
import { noFiles, restoreCopies } from '../../file-store/restore-copies'
import type { TreePlan } from '../../file-store/restore-tree'
import { type KnownSnapshot, snapshotsOf } from '../checkpoints/snapshots-of'
import { filesAt } from './files-at'
import { lastWritten } from './last-written'
import { newSession, type Origin } from './new-session'

/** Back to one of Qwen Code's own checkpoints: the files of the working directory, the conversation before the prompt, or both. */
export async function planRestore(
  { session, reading }: Ground,
  origin: Origin,
  checkpoint: string
): Promise<PlanDraft> {
  const snapshots = snapshotsOf(origin.file.path)
  const at = findSnapshot(origin, checkpoint, snapshots)
  const { workspace } = session.summary
  const root = workspace === null ? null : movedPath(workspace, reading.moves)
  return planBack({
    agent: 'qwen-code',
    title:
      at.prompt === null ? 'Before a prompt' : `Before “${maskedStart(at.prompt.replace(/\s+/g, ' ').trim(), 120)}”`,
    root,
    files: filesOf(origin, { root, moves: reading.moves }, snapshots, at),
    made: await madeOrWhy(() => newSession(origin, recordBefore(origin, at), null)),
    inputs: [origin.file.path]
  })
}

/** Throws `not.found`. */
export function findSnapshot({ file }: Origin, checkpoint: string, snapshots = snapshotsOf(file.path)): KnownSnapshot {
  const at = snapshots.find(({ promptId }) => promptId === checkpoint)
  return at ?? fail('not.found', `The session has no checkpoint ${checkpoint.slice(0, 80)}.`)
}

function filesOf(
  { places, file }: Origin,
  { root, moves }: { readonly root: string | null; readonly moves: Moves | undefined },
  snapshots: readonly KnownSnapshot[],
  at: KnownSnapshot
): TreePlan {
  if (at.isLeft) return noFiles('the session was rewound to before this, and with that Qwen Code let go of them')
  if (!isFolder(root)) return noFiles('the working directory of the session is not there any more')
  const live = snapshots.filter(({ isLeft }) => !isLeft)
  const { files: written, commandsAfter } = lastWritten(file.path, { root, moves })
  const { files, cannot } = filesAt({ places, session: file.id, snapshots: live, root, moves, written }, at)
  const plan = restoreCopies(root, files)
  return { ...plan, cannot: [...plan.cannot, ...cannot, ...notInIt(commandsAfter(at.promptFrom ?? 0))] }
}

function notInIt(commands: number): readonly CannotBringBack[] {
  const ran = `${commands} shell ${commands === 1 ? 'command' : 'commands'} since then`
  return [
    ...(commands > 0
      ? [{ what: `What ${ran} did`, because: 'Qwen Code keeps no copies of what commands change' }]
      : []),
    { what: 'Files that Qwen Code did not edit itself', because: 'it only keeps those that its own tools changed' }
  ]
}

/** What the prompt of a checkpoint follows. Throws `refused` where that is nothing. */
export function recordBefore({ tree }: Origin, { promptFrom }: KnownSnapshot): TreeRecord {
  const prompt = tree.records.find(({ from }) => from === promptFrom)
  if (prompt === undefined) return fail('refused', 'The prompt of this checkpoint is not in the transcript.')
  const before = tree.byId.get(prompt.parent ?? '')?.[0]
  if (before !== undefined) return before
  return fail('refused', 'Nothing stands before this prompt, so there is no conversation to go back to.', {
    advice: 'Begin a new session instead.'
  })
}
