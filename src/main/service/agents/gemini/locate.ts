import { existsSync, realpathSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Places, SourceLocation } from '../adapter'
import { sourceId } from '../source-id'

type Origin = SourceLocation['origin']

/** Folders of Gemini CLI: `~/.gemini`, the one below `GEMINI_CLI_HOME`, and those of the settings. */
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
  const own = join(places.home, '.gemini')
  if (existsSync(own)) add(own, 'default')
  const moved = places.env.GEMINI_CLI_HOME
  if (moved && existsSync(resolve(places.cwd, moved))) add(moved, 'environment')
  for (const root of places.settings) add(root, 'setting')
  return found
}

/** People also name the home that holds the folder. */
function locationOf(named: string, origin: Origin): SourceLocation {
  const inside = join(named, '.gemini')
  const isHome = basename(named) !== '.gemini' && !existsSync(join(named, 'tmp')) && existsSync(inside)
  const root = canonical(isHome ? inside : named)
  return { id: sourceId('gemini', root), agent: 'gemini', root, origin }
}

function canonical(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}
