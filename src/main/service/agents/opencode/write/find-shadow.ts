import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { type Moves, movedPath } from '../../../workspaces/relocate'
import { GitObjects, type TreeFile } from '../../file-store/git-objects'
import { namesIn } from '../places'

/** A shadow repository that has a tree, and the folder that its paths are below, as it was recorded. */
export interface FoundTree {
  readonly objects: GitObjects
  readonly files: readonly TreeFile[]
  readonly top: string
}

/** Where opencode may have a tree of a session. */
export interface TreeQuestion {
  readonly root: string
  readonly project: string | null
  readonly tree: string
  /** The session's own folder. */
  readonly directory: string
  /** The worktree of its project, as the database says. */
  readonly worktree: string | null
  /** Folders that it borrows from may be elsewhere now. */
  readonly moves: Moves | undefined
}

/**
 * The repository is named after the worktree (format: "Checkpoints"), which tells what the paths in the tree are below; earlier versions had one
 * repository a project. Null when none of them has the whole tree.
 */
export async function findShadow(question: TreeQuestion): Promise<FoundTree | null> {
  const { root, project, tree, directory, worktree, moves } = question
  if (project === null || !/^[A-Za-z0-9_-]{1,200}$/.test(project) || !/^[0-9a-f]{40}$/.test(tree)) return null
  const own = join(root, 'snapshot', project)
  const tops = [...(worktree === null ? [] : [worktree]), ...upwards(directory)]
  const named = namesIn(own).flatMap((name) => {
    const top = tops.find((each) => createHash('sha1').update(each).digest('hex') === name)
    return top === undefined ? [] : [{ folder: join(own, name), top }]
  })
  for (const { folder, top } of [...named, { folder: own, top: worktree ?? directory }]) {
    const objects = new GitObjects(folder, (each) => movedPath(each, moves))
    const files = await objects.filesOf(tree)
    if (files !== null) return { objects, files, top }
  }
  return null
}

function upwards(folder: string): readonly string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...upwards(above)]
}
