import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { namesIn, statOf } from '../file-store/names-in'
import type { QwenPlaces } from './places'

/** Projects that are watched: those that were written to last. A scan at its own time finds what happens in the others. */
const mostProjects = 40

/** The folder of projects, and where the newest of them keep their sessions. */
export function watchedPaths({ root, projects }: QwenPlaces): readonly string[] {
  const dated = namesIn(projects).map(({ name }) => {
    const chats = join(projects, name, 'chats')
    return { chats, at: statOf(chats)?.mtimeMs ?? 0 }
  })
  const newest = dated.sort((a, b) => b.at - a.at).slice(0, mostProjects)
  return [root, projects, ...newest.map(({ chats }) => chats)].filter((path) => existsSync(path))
}
