import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ClaudePlaces } from './places'

/** Project folders that are watched: those that were written to last. A scan at its own time finds what happens in the others. */
const mostProjects = 1000

/** The folder of projects, the newest of them, and the list of prompts. */
export function watchedPaths({ root, projects, history }: ClaudePlaces): readonly string[] {
  return [root, projects, history, ...newestProjects(projects)].filter((path) => existsSync(path))
}

function newestProjects(projects: string): readonly string[] {
  try {
    const folders = readdirSync(projects, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const dated = folders.map(({ name }) => {
      const path = join(projects, name)
      return { path, at: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }
    })
    return dated
      .sort((a, b) => b.at - a.at)
      .slice(0, mostProjects)
      .map(({ path }) => path)
  } catch {
    return []
  }
}
