import { statSync } from 'node:fs'
import { join } from 'node:path'
import { namesIn } from '../places'
import { packHolds } from './pack-index'

/** Whether a tree is in opencode's own folder, may be in the project's repository, from which that borrows, or is in neither. */
export type TreeState = 'there' | 'borrowed' | 'missing'

const hash = /^[0-9a-f]{40}$/

/**
 * Looks for a tree in the shadow repositories of a project (format: "Checkpoints"). The repository that they borrow objects from lies in
 * the working directory, which is not touched.
 */
export function findTree(root: string, project: string | null, tree: string): TreeState {
  if (!hash.test(tree)) return 'missing'
  let borrows = false
  for (const folder of objectFolders(root, project)) {
    if (isFile(join(folder, tree.slice(0, 2), tree.slice(2)))) return 'there'
    const packs = namesIn(join(folder, 'pack')).filter((name) => name.endsWith('.idx'))
    if (packs.some((name) => packHolds(join(folder, 'pack', name), tree))) return 'there'
    borrows ||= isFile(join(folder, 'info', 'alternates'))
  }
  return borrows ? 'borrowed' : 'missing'
}

/** Older versions kept one repository a project, newer ones one for each of its working trees. */
function objectFolders(root: string, project: string | null): readonly string[] {
  if (project === null || !/^[A-Za-z0-9_-]{1,200}$/.test(project)) return []
  const own = join(root, 'snapshot', project)
  return [join(own, 'objects'), ...namesIn(own).map((name) => join(own, name, 'objects'))]
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
  } catch {
    return false
  }
}
