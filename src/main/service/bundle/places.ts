import { isAbsolute, join, relative, sep } from 'node:path'
import type { SourceLocation } from '../agents/adapter'

/** Name of a source's root among its places. */
export const rootPlace = 'root'

/** Where a path of a source lies, by a name that any other source of the agent has too. */
export interface PlacedPath {
  readonly place: string
  /** Below the place, with `/`. */
  readonly path: string
}

/** The place of a path, the innermost one first; null for a path that lies in none. */
export function placeOf(source: SourceLocation, path: string): PlacedPath | null {
  const places = foldersOf(source).sort(([, a], [, b]) => b.length - a.length)
  for (const [place, folder] of places) {
    const inside = relative(folder, path)
    if (inside !== '' && inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)) {
      return { place, path: inside.split(sep).join('/') }
    }
  }
  return null
}

/** The same place in another source; null where that one has none of this name, or the path would lead out of it. */
export function pathIn(source: SourceLocation, { place, path }: PlacedPath): string | null {
  const folder = foldersOf(source).find(([name]) => name === place)?.[1]
  if (folder === undefined || !isPlainPath(path)) return null
  return join(folder, ...path.split('/'))
}

/** Whether a path is made of plain names below where it begins. It may come from anybody. */
export function isPlainPath(path: string): boolean {
  if (path === '' || path.length > 4000) return false
  return path.split('/').every((name) => name !== '' && name !== '.' && name !== '..' && !/[\\\0]/.test(name))
}

function foldersOf({ root, extra }: SourceLocation): [string, string][] {
  return [[rootPlace, root], ...Object.entries(extra ?? {})]
}
