import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Places, SourceLocation } from '../adapter'
import { sourceId } from '../source-id'

type Origin = SourceLocation['origin']

/** The configuration folders of Claude Code: `~/.claude`, the one that `CLAUDE_CONFIG_DIR` names, and those of the settings. */
export function locate(places: Places): readonly SourceLocation[] {
  const found: SourceLocation[] = []
  const add = (root: string, origin: Origin) => {
    const location = locationOf(resolve(places.cwd, root), origin)
    if (!found.some(({ id }) => id === location.id)) found.push(location)
  }
  if (places.flags.length > 0) {
    for (const root of places.flags) add(root, 'flag')
    return found
  }
  const own = join(places.home, '.claude')
  if (existsSync(own)) add(own, 'default')
  const moved = places.env.CLAUDE_CONFIG_DIR
  if (moved && existsSync(resolve(places.cwd, moved))) add(moved, 'environment')
  for (const root of places.settings) add(root, 'setting')
  return found
}

/** People also name the home that holds the folder. */
function locationOf(named: string, origin: Origin): SourceLocation {
  const inside = join(named, '.claude')
  const path =
    basename(named) !== '.claude' && !existsSync(join(named, 'projects')) && existsSync(inside) ? inside : named
  const root = canonical(path)
  // Only the folder of the usual name has its global configuration beside it.
  const globalConfig = basename(root) === '.claude' ? join(dirname(root), '.claude.json') : undefined
  return {
    id: sourceId('claude-code', root),
    agent: 'claude-code',
    root,
    origin,
    ...(globalConfig !== undefined && { extra: { globalConfig } })
  }
}

function canonical(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}
