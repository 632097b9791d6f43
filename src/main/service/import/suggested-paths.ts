import { posix } from 'node:path'
import type { ImportedSession, Inspection } from '@shared/domain/import'

const homes = [
  /^\/home\/[^/]+(?=\/|$)/,
  /^\/Users\/[^/]+(?=\/|$)/,
  /^\/root(?=\/|$)/,
  /^[A-Za-z]:\\Users\\[^\\]+(?=\\|$)/
]

/** The home folder that a path of some machine lies in, by how systems name them; null where it cannot be told. */
export function homeOf(path: string): string | null {
  for (const shape of homes) {
    const found = shape.exec(path)
    if (found !== null) return found[0]
  }
  return null
}

/**
 * Where the folders that sessions name would be here: what lay in the home of then lies in the home of now. Nothing is looked at on the disk: a
 * recorded folder is only touched when the person chooses it.
 */
export function suggestedPaths(
  homes: readonly string[],
  sessions: readonly Pick<ImportedSession, 'workspace'>[],
  here: string
): Inspection['paths'] {
  const workspaces = [...new Set(sessions.flatMap(({ workspace }) => workspace ?? []))].sort()
  const told = homes.length > 0 ? homes : workspaces.flatMap((workspace) => homeOf(workspace) ?? [])
  const then = [...new Set(told)]
  const paths: Inspection['paths'] = then.slice(0, 20).map((was) => ({ was, here, what: 'home' }))
  for (const workspace of workspaces.slice(0, 100)) {
    const moved = [...then, homeOf(workspace)].flatMap((home) => movedHome(workspace, home, here) ?? [])
    paths.push({ was: workspace, here: moved[0] ?? null, what: 'workspace' })
  }
  return paths
}

function movedHome(path: string, then: string | null, here: string): string | null {
  if (then === null) return null
  if (path === then) return here
  if (!path.startsWith(`${then}/`) && !path.startsWith(`${then}\\`)) return null
  return posix.join(here, path.slice(then.length).replaceAll('\\', '/'))
}
