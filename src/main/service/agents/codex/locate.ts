import { existsSync, realpathSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Places, SourceLocation } from '../adapter'
import { sourceId } from '../source-id'

/** Homes of Codex: what `CODEX_HOME` names, `~/.codex` beside it, and those of the settings. `--root` replaces them all. */
export function locate(places: Places): readonly SourceLocation[] {
  const found: SourceLocation[] = []
  const add = (path: string, origin: SourceLocation['origin']) => {
    const root = canonical(homeIn(resolve(places.cwd, path)))
    const id = sourceId('codex', root)
    if (!found.some((known) => known.id === id)) found.push({ id, agent: 'codex', root, origin })
  }
  if (places.flags.length > 0) {
    for (const root of places.flags) add(root, 'flag')
    return found
  }
  if (places.env.CODEX_HOME) add(places.env.CODEX_HOME, 'environment')
  add(join(places.home, '.codex'), 'default')
  for (const root of places.settings) add(root, 'setting')
  return found
}

/** People also name the folder that holds the home. */
function homeIn(path: string): string {
  const inside = join(path, '.codex')
  return basename(path) !== '.codex' && !existsSync(join(path, 'sessions')) && existsSync(inside) ? inside : path
}

function canonical(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
