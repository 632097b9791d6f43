import { existsSync, realpathSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { AgentId } from '@shared/domain/agents'
import type { Places, SourceLocation } from '../adapter'
import { sourceId } from '../source-id'

/** How an agent's folder is found. */
export interface AgentFolder {
  readonly agent: AgentId
  /** Its name in a home. */
  readonly name: string
  /** What is in it and not in a home: tells which of the two was named. */
  readonly holds: string
  /** Where the environment moves it to. */
  readonly moved?: string | undefined
}

/** The folder of an agent in the home, the one that the environment names, and those of the settings. `--root` replaces them all. */
export function locateFolders(places: Places, folder: AgentFolder): readonly SourceLocation[] {
  const found: SourceLocation[] = []
  const add = (named: string, origin: SourceLocation['origin']) => {
    const root = canonical(folderIn(resolve(places.cwd, withHome(places, named)), folder))
    const id = sourceId(folder.agent, root)
    if (!found.some((known) => known.id === id)) found.push({ id, agent: folder.agent, root, origin })
  }
  for (const root of places.flags) add(root, 'flag')
  if (found.length > 0) return found
  if (folder.moved) add(folder.moved, 'environment')
  add(join(places.home, folder.name), 'default')
  for (const root of places.settings) add(root, 'setting')
  return found
}

/** Agents take `~` in a variable for the home, as a shell does. */
function withHome({ home }: Places, path: string): string {
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : path
}

/** People also name the home that holds the folder. */
function folderIn(path: string, { name, holds }: AgentFolder): string {
  const inside = join(path, name)
  return basename(path) !== name && !existsSync(join(path, holds)) && existsSync(inside) ? inside : path
}

/** The path without links; as it is where nothing is there. */
export function canonical(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
