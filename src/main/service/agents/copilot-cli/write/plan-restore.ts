import { readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { CannotBringBack } from '@shared/domain/plan'
import { fail } from '@shared/ipc/errors'
import { maskedStart } from '../../../redaction/masked-start'
import type { PlanDraft } from '../../../restore/plan-draft'
import { type Moves, movedPath } from '../../../workspaces/relocate'
import { hashOf } from '../../file-store/file-hash'
import type { Ground } from '../../file-store/file-write-part'
import { isFolder, madeOrWhy, planBack } from '../../file-store/plan-back'
import { type CopiedFile, noFiles, restoreCopies } from '../../file-store/restore-copies'
import type { TreePlan } from '../../file-store/restore-tree'
import { type FileSnapshot, type KeptFile, readSnapshots } from '../checkpoints/file-snapshots'
import { type SessionFile, sessionFile, snapshotsPath } from '../files/session-files'
import { countBefore, readLog } from './log'
import { newSession } from './new-session'

/** Back to before a turn that changed files: those files, the conversation before its prompt, or both. */
export async function planRestore(
  { source, sessionId, session, reading }: Ground,
  checkpoint: string
): Promise<PlanDraft> {
  const file = sessionFile(source.root, sessionId)
  if (file === null) return fail('session.gone', `The log of session ${sessionId} is gone.`)
  const snapshots = readSnapshots(file)
  const point = findSnapshot(file, checkpoint, snapshots)
  const { workspace } = session.summary
  const root = workspace === null ? null : movedPath(workspace, reading.moves)
  const prompt = point.prompt?.replace(/\s+/g, ' ').trim()
  return planBack({
    agent: 'copilot-cli',
    title: prompt ? `Before “${maskedStart(prompt, 120)}”` : 'Before a turn',
    root,
    files: filesOf({ root, moves: reading.moves }, snapshots.slice(snapshots.indexOf(point))),
    made: await madeOrWhy(() => {
      const log = readLog(source.root, sessionId)
      return newSession({ source, log, count: countBefore(log, point), workspace: null, now: reading.now() })
    }),
    inputs: inputsOf(file)
  })
}

/** Throws `not.found`. */
export function findSnapshot(file: SessionFile, checkpoint: string, snapshots = readSnapshots(file)): FileSnapshot {
  const point = snapshots.find(({ id }) => id === checkpoint)
  return point ?? fail('not.found', `The session has no checkpoint ${checkpoint.slice(0, 80)}.`)
}

/** The list of copies was read, and decides what the files were. */
function inputsOf({ path, folder }: SessionFile): readonly string[] {
  return folder === null ? [path] : [path, snapshotsPath(folder)]
}

interface Place {
  readonly root: string | null
  readonly moves: Moves | undefined
}

/** Each turn has what it changed itself, so a file was as the first turn from then on found it. */
function filesOf({ root, moves }: Place, since: readonly FileSnapshot[]): TreePlan {
  if (!isFolder(root)) return noFiles('the working directory of the session is not there any more')
  const byPath = Map.groupBy(
    since.flatMap(({ files }) => files),
    ({ path }) => path
  )
  const files: CopiedFile[] = []
  const cannot: CannotBringBack[] = []
  for (const [path, states] of byPath) {
    const then = fileThen(movedPath(path, moves), states)
    if (typeof then === 'string') cannot.push({ what: path, because: then })
    else files.push(then)
  }
  const plan = restoreCopies(root, files)
  const others = 'Copilot CLI only keeps files that its own tools changed, and nothing of what commands did'
  return {
    ...plan,
    cannot: [...plan.cannot, ...cannot, { what: 'Files that Copilot CLI did not edit itself', because: others }]
  }
}

function fileThen(path: string, states: readonly KeptFile[]): CopiedFile | string {
  const [first] = states
  if (first === undefined || !isAbsolute(path)) return 'its place is not known'
  const known = new Set(states.flatMap(({ before, after }) => [before ?? [], after ?? []].flat()))
  if (first.backup === null) return { path, content: null, mode: first.mode, known }
  if (first.copy === null || !first.isThere) return 'its copy is gone, so what it held then is not known'
  const content = readFileSync(first.copy)
  if (first.before !== null && hashOf(content) !== first.before) return 'its copy is damaged'
  return { path, content, mode: first.mode, known }
}
