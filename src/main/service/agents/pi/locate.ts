import { existsSync, realpathSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Places, SourceLocation } from '../adapter'
import { sourceId } from '../source-id'

/**
 * Agent folders of pi: `~/.pi/agent`, the one that `PI_CODING_AGENT_DIR` names, and those of the settings; `--root` replaces them all. A
 * root is the folder that holds `sessions`; `.pi` and a home are understood as well.
 */
export function locate(places: Places): readonly SourceLocation[] {
  const found: SourceLocation[] = []
  const add = (path: string, origin: SourceLocation['origin']) => {
    const root = canonical(agentFolder(resolve(places.cwd, path)))
    const id = sourceId('pi', root)
    if (!found.some((known) => known.id === id)) found.push({ id, agent: 'pi', root, origin })
  }
  if (places.flags.length > 0) {
    for (const root of places.flags) add(root, 'flag')
    return found
  }
  const moved = places.env.PI_CODING_AGENT_DIR
  if (moved) add(moved.startsWith('~/') ? join(places.home, moved.slice(2)) : moved, 'environment')
  add(join(places.home, '.pi', 'agent'), 'default')
  for (const root of places.settings) add(root, 'setting')
  return found
}

function agentFolder(path: string): string {
  if (existsSync(join(path, 'sessions'))) return path
  const inside = basename(path) === '.pi' ? [join(path, 'agent')] : [join(path, 'agent'), join(path, '.pi', 'agent')]
  return inside.find((folder) => existsSync(join(folder, 'sessions'))) ?? path
}

function canonical(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
