import type { PathMove } from './import'

/** Where a path of then is here, by the deepest folder of the table that holds it; null where none does. Nothing is looked at on the disk. */
export function pathHere(path: string, moves: readonly PathMove[]): string | null {
  const rows = moves
    .map(({ was, here }) => ({ was: withoutEnd(was), here: withoutEnd(here) }))
    .filter(({ was }) => path === was || path.startsWith(`${was}/`) || path.startsWith(`${was}\\`))
  const deepest = rows.toSorted((a, b) => b.was.length - a.was.length)[0]
  if (deepest === undefined) return null
  const rest = path.slice(deepest.was.length)
  if (isOfWindows(deepest.here)) return deepest.here + rest.replaceAll('/', '\\')
  // Elsewhere a backslash is a letter of a name.
  return deepest.here + (isOfWindows(deepest.was) ? rest.replaceAll('\\', '/') : rest)
}

function isOfWindows(folder: string): boolean {
  return /^[A-Za-z]:/.test(folder) || folder.startsWith('\\\\')
}

/** A folder without what may stand at its end; the root of a disk stays. */
export function withoutEnd(path: string): string {
  return path.replace(/(?<=.)[/\\]+$/, '')
}
