import { join } from 'node:path'
import { namesIn, statOf } from './names-in'

/** Folders that are watched besides: those that were written to last. A scan at its own time finds what happens in the others. */
const mostFolders = 40

/** Existing folders whose change means that a session changed: the given ones, and the newest below the last of them. */
export function watchedFolders(...folders: readonly string[]): readonly string[] {
  const last = folders.at(-1)
  const below = last === undefined ? [] : namesIn(last).filter((entry) => entry.isDirectory())
  const newest = below
    .map(({ name }) => join(last ?? '', name))
    .map((path) => ({ path, at: statOf(path)?.mtimeMs ?? 0 }))
    .sort((a, b) => b.at - a.at)
    .slice(0, mostFolders)
    .map(({ path }) => path)
  return [...folders, ...newest].filter((path) => statOf(path)?.isDirectory() ?? false)
}
