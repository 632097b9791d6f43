import type { PathMove } from './import'

/** Where a path of then is here, by the deepest folder of the table that holds it; null where none does. Nothing is looked at on the disk. */
export function pathHere(path: string, moves: readonly PathMove[]): string | null {
  const rows = moves
    .map(({ was, here }) => ({ was: withoutEnd(was), here: withoutEnd(here) }))
    .filter(({ was }) => path === was || path.startsWith(`${was}/`) || path.startsWith(`${was}\\`))
  const deepest = rows.toSorted((a, b) => b.was.length - a.was.length)[0]
  if (deepest === undefined) return null
  const isWindows = /^[A-Za-z]:/.test(deepest.here) || deepest.here.startsWith('\\\\')
  const rest = path.slice(deepest.was.length)
  return deepest.here + (isWindows ? rest.replaceAll('/', '\\') : rest.replaceAll('\\', '/'))
}

/** A folder without what may stand at its end; the root of a disk stays. */
export function withoutEnd(path: string): string {
  return path.replace(/(?<=.)[/\\]+$/, '')
}
