import { existsSync, realpathSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Places, SourceLocation } from '../adapter'
import { sourceId } from '../source-id'

type Origin = SourceLocation['origin']

/** Folders of Qwen Code: `~/.qwen` and those of the settings. */
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
  const own = join(places.home, '.qwen')
  if (existsSync(own)) add(own, 'default')
  for (const root of places.settings) add(root, 'setting')
  return found
}

/** People also name the home that holds the folder. */
function locationOf(named: string, origin: Origin): SourceLocation {
  const inside = join(named, '.qwen')
  const isHome = basename(named) !== '.qwen' && !existsSync(join(named, 'projects')) && existsSync(inside)
  const root = canonical(isHome ? inside : named)
  return { id: sourceId('qwen-code', root), agent: 'qwen-code', root, origin }
}

function canonical(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}
