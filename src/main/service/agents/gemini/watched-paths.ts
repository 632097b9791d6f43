import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { statOf } from '../file-store/names-in'
import { projectFolders } from './files/project-folders'
import type { GeminiPlaces } from './places'

/** Projects that are watched: those that were written to last. A scan at its own time finds what happens in the others. */
const mostProjects = 20

/** The folder of projects, and of the newest of them what holds sessions and checkpoints. */
export function watchedPaths(places: GeminiPlaces): readonly string[] {
  const dated = projectFolders(places).map(({ path }) => {
    const chats = join(path, 'chats')
    return { path, chats, at: statOf(chats)?.mtimeMs ?? statOf(path)?.mtimeMs ?? 0 }
  })
  const newest = dated.sort((a, b) => b.at - a.at).slice(0, mostProjects)
  const inside = newest.flatMap(({ path, chats }) => [path, chats, join(path, 'checkpoints')])
  return [places.root, places.tmp, ...inside].filter((path) => existsSync(path))
}
