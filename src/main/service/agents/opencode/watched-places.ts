import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SourceLocation } from '../adapter'
import { databasesOf, namesIn, storageOf } from './places'

const mostProjects = 200

/** The data folder, in which databases and their logs change, and the folders of sessions and messages in files. */
export function watchedPlaces(source: SourceLocation): readonly string[] {
  const { root } = source
  const sessions = join(storageOf(root), 'session')
  const projects = namesIn(sessions).slice(0, mostProjects)
  const databases = databasesOf(source).map(({ path }) => dirname(path))
  const places = [root, ...databases, sessions, ...projects.map((name) => join(sessions, name))]
  return [...new Set(places)].filter((path) => existsSync(path))
}
