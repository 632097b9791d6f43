import { existsSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { fail } from '@shared/ipc/errors'
import type { Project } from '../database/session-index'

export interface FolderOfProject {
  readonly project: string
  readonly directory: string
  /** The directory as seen from the worktree. */
  readonly path: string
}

/** The project that opencode takes for a folder, as far as it has been there before. Throws `refused`. */
export function projectOfFolder(
  folder: string,
  projects: ReadonlyMap<string, Pick<Project, 'worktree'>>
): FolderOfProject {
  if (!isAbsolute(folder) || !(statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false)) {
    return fail('refused', `The workspace ${folder} is no folder that exists.`, {
      advice: 'Name an existing folder by its whole path.'
    })
  }
  const directory = realpathSync(folder)
  const top = repositoryAbove(directory)
  // Outside of repositories all sessions belong to one project, whose worktree is the root.
  const found = [...projects].find(([, { worktree }]) => worktree === (top ?? '/'))
  if (found === undefined) {
    return fail('refused', `opencode does not know ${folder} yet.`, {
      advice: 'Start it there once, then make the plan again.'
    })
  }
  return { project: found[0], directory, path: pathBelow(found[1].worktree, directory) }
}

export function pathBelow(worktree: string | null, directory: string): string {
  const way = worktree === null ? '' : relative(worktree, directory)
  return way === '..' || way.startsWith(`..${sep}`) ? '' : way.split(sep).join('/')
}

function repositoryAbove(folder: string): string | null {
  if (existsSync(join(folder, '.git'))) return folder
  const above = dirname(folder)
  return above === folder ? null : repositoryAbove(above)
}
