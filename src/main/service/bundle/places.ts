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

/** What an import takes of one path (`unpack/limits.ts`), less what stands before it in a bundle. */
const most = { length: 900, names: 36, nameBytes: 255 }

/** Whether a path is made of plain names below where it begins, that every system takes. It may come from anybody. */
export function isPlainPath(path: string): boolean {
  const names = path.split('/')
  if (path.length > most.length || names.length > most.names) return false
  return names.every((name) => !['', '.', '..'].includes(name) && !/[\\\0]/.test(name) && fits(name))
}

function fits(name: string): boolean {
  return Buffer.byteLength(name) <= most.nameBytes
}

function foldersOf({ root, extra }: SourceLocation): [string, string][] {
  return [[rootPlace, root], ...Object.entries(extra ?? {})]
}
