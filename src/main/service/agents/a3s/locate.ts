import { existsSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Places, SourceLocation } from '../adapter'
import { sourceId } from '../source-id'

/**
 * Stores of the Code Web server and those that the person named. Stores of the terminal program lie inside workspaces, which
 * are not looked into uninvited.
 */
export function locate(places: Places): readonly SourceLocation[] {
  const found: SourceLocation[] = []
  const add = (root: string, origin: SourceLocation['origin']) => {
    const canonical = canonicalPath(root)
    const id = sourceId('a3s', canonical)
    if (!found.some((known) => known.id === id)) found.push({ id, agent: 'a3s', root: canonical, origin })
  }
  if (places.flags.length > 0) {
    for (const root of places.flags) add(namedStore(resolve(places.cwd, root)), 'flag')
    return found
  }
  const moved = places.env.A3S_CODE_WEB_STATE_DIR
  const own = join(moved ? resolve(places.cwd, moved) : join(places.home, '.a3s', 'code-web'), 'sessions')
  if (existsSync(own)) add(own, moved ? 'environment' : 'default')
  for (const root of places.settings) add(namedStore(resolve(places.cwd, root)), 'setting')
  return found
}

/** People also name the workspace, or the folder that holds the store. */
function namedStore(path: string): string {
  if (existsSync(join(path, 'v1'))) return path
  return storesIn(path)[0] ?? path
}

/** Stores that the terminal program or the Code Web server keep in a folder. Only for folders that the person asked to look into. */
export function storesIn(folder: string): readonly string[] {
  return [
    join(folder, '.a3s', 'tui', 'sessions'),
    join(folder, '.a3s', 'tui-sessions'),
    join(folder, 'sessions')
  ].filter((store) => existsSync(join(store, 'v1')))
}

/** Stores in workspaces that other sessions name; for a look that the person starts. */
export function storesInWorkspaces(workspaces: readonly string[]): readonly string[] {
  return [...new Set(workspaces.flatMap((workspace) => storesIn(workspace).slice(0, 2)))]
}

function canonicalPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}
