import type { Project, SessionIndex } from '../database/session-index'
import type { SessionInfo } from '../records/session-info'

/**
 * Whether the project of a session is not the one that opencode takes for its folder today: the id of a project comes from the history of
 * the repository, and opencode lists sessions by it (cases: B16). Told from the database alone; the folder is not looked at.
 */
export function projectChanged({ project, directory }: SessionInfo, { projects }: SessionIndex): boolean {
  if (project === null || projects.size === 0) return false
  const own = projects.get(project)
  if (own === undefined) return true
  const worktree = own.worktree ?? directory
  return [...projects].some(
    ([id, other]) => id !== project && isSame(other, worktree) && other.updatedAt > own.updatedAt
  )
}

function isSame({ worktree }: Project, path: string | null): boolean {
  // Everything outside of repositories has the root as its worktree.
  return worktree !== null && worktree !== '/' && worktree === path
}
