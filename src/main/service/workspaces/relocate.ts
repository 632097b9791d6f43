import type { Settings } from '@shared/domain/settings'
import { type PathGround, pathKey, thisMachine } from './path-key'

export type Relocation = Settings['relocations'][number]

/** Everything that the person said of moved folders, for paths of one source. Plain data. */
export interface Moves {
  readonly relocations: readonly Relocation[]
  readonly ground: PathGround
}

/** A recorded path as it is now: below the folder that was moved, or itself where nothing was said of it. */
export function movedPath(path: string, moves: Moves | undefined): string {
  return (moves && relocated(path, moves.relocations, moves.ground)) ?? path
}

/**
 * Where a recorded folder is now, by what the person said with "Locate folder": the folder itself, or one below a folder that was moved. The longest
 * match counts. null where nothing was said of it. Resuming goes there, and files are put back there.
 */
export function relocated(
  path: string,
  relocations: readonly Relocation[],
  ground: PathGround = thisMachine
): string | null {
  const key = pathKey(path, ground)
  const [best] = relocations
    .map((relocation) => ({ ...relocation, key: pathKey(relocation.from, ground) }))
    .filter((each) => key === each.key || key.startsWith(each.key.endsWith('/') ? each.key : `${each.key}/`))
    .sort((a, b) => b.key.length - a.key.length)
  if (best === undefined) return null
  // Below it, names are taken as they were recorded: a key has lost their case.
  const names = parts(path).slice(parts(best.from).length)
  const separator = best.to.includes('\\') && !best.to.includes('/') ? '\\' : '/'
  return names.length === 0 ? best.to : [best.to.replace(/[\\/]+$/, ''), ...names].join(separator)
}

function parts(path: string): readonly string[] {
  const separator = /^(?:[a-z]:|\\\\)/i.test(path) ? /[\\/]+/ : /\/+/
  return path.split(separator).filter((part) => part !== '')
}
