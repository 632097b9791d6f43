import { statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { fail } from '@shared/ipc/errors'
import type { PlanDraft } from '../../../restore/plan-draft'
import { movedPath } from '../../../workspaces/relocate'
import type { Reading, SourceLocation } from '../../adapter'
import { hashOf } from '../../file-store/file-hash'
import type { GitObjects, TreeFile } from '../../file-store/git-objects'
import { restoreTree } from '../../file-store/restore-tree'
import { readSessionIndex } from '../database/session-index'
import type { FoundSession } from '../sessions/found-session'
import { findShadow } from './find-shadow'
import { turnTrees } from './turn-trees'

/**
 * The files of a session's folder as they were before a prompt, or before an undo. Only that folder is written, also where the tree holds more of
 * the repository (cases: A10).
 */
export async function planFiles(
  source: SourceLocation,
  session: FoundSession,
  checkpoint: string,
  reading: Reading
): Promise<PlanDraft> {
  const trees = await turnTrees(session, checkpoint, reading)
  if (trees === null) return fail('not.found', `The session has no checkpoint ${checkpoint.slice(0, 80)}.`)
  const { directory, project, title } = session.info
  if (trees.tree === null) return fail('refused', 'opencode kept no files at this point.')
  const { moves } = reading
  const root = directory === null ? null : movedPath(directory, moves)
  if (directory === null || root === null || !isFolder(root)) {
    const where = root === null ? '' : `, ${root},`
    return fail(
      'refused',
      `The folder of the session${where} is not there any more, so no files can be put back into it.`,
      {
        advice: 'Make that folder again, also an empty one, then make the plan again.',
        data: { folder: root }
      }
    )
  }
  const place = { root: source.root, project, directory, moves, worktree: await worktreeOf(session, reading) }
  const found = await findShadow({ ...place, tree: trees.tree })
  if (found === null) {
    return fail('checkpoint.invalid', 'The snapshot of the files is gone, or borrows from a repository that is gone.', {
      data: { tree: trees.tree }
    })
  }
  const newest = trees.newest === null ? null : await findShadow({ ...place, tree: trees.newest })
  const left = await leftBehind(found.objects, newest?.files ?? [], found.top, trees.changed)
  const changed = new Map([...left].map(([path, hash]) => [movedPath(path, moves), hash]))
  const plan = await restoreTree({ agent: 'opencode', ...found, top: movedPath(found.top, moves), root, changed })
  const outside =
    found.top === directory
      ? []
      : [
          {
            what: `What lies outside of ${root}`,
            because: 'the session worked there, and only there files are put back'
          }
        ]
  return {
    title:
      trees.prompt === null
        ? `The files before the undo: ${title ?? session.info.id}`
        : `Before “${trees.prompt.slice(0, 120)}”`,
    steps: plan.steps,
    conflicts: plan.conflicts,
    cannot: [
      ...plan.cannot,
      ...outside,
      { what: 'What commands did outside of the files in the snapshot', because: 'no copy of that is kept' },
      {
        what: 'Files that the project ignores, and files that came since and that opencode did not make',
        because: 'they are in no snapshot, and not captured is not absent'
      }
    ],
    notes: [`Files are written in ${root} only, and never in .git.`],
    inputs: []
  }
}

/** What opencode itself left of the files that it changed: they lie in its newest tree. */
async function leftBehind(
  objects: GitObjects,
  newest: readonly TreeFile[],
  top: string,
  names: ReadonlySet<string>
): Promise<ReadonlyMap<string, string | null>> {
  const byPath = new Map(newest.map((file) => [resolve(top, file.path), file.oid]))
  const changed = new Map<string, string | null>()
  for (const name of names) {
    const path = isAbsolute(name) ? resolve(name) : resolve(top, name)
    const oid = byPath.get(path)
    const content = oid === undefined ? null : await objects.blob(oid)
    changed.set(path, content === null ? null : hashOf(content))
  }
  return changed
}

async function worktreeOf({ info, database }: FoundSession, reading: Reading): Promise<string | null> {
  if (database === null || info.project === null) return null
  return (await readSessionIndex(database, reading)).projects.get(info.project)?.worktree ?? null
}

function isFolder(path: string): boolean {
  return isAbsolute(path) && (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false)
}
