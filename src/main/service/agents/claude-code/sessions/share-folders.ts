import type { SharedFolders } from '../../adapter'
import type { ClaudePlaces } from '../places'
import { filesOfProject, listProjects } from './session-files'

/** A share that holds more than this part of the files is no help. */
const mostOfAll = 0.65

/**
 * Project folders for each of several scans side by side, so that whoever reads a session reads those that it may be a fork of, too. null where one
 * folder holds most.
 */
export function shareFolders(places: ClaudePlaces, of: number): SharedFolders | null {
  const sizes = listProjects(places).map((name) => ({ name, size: filesOfProject(places.projects, name).length }))
  const loads = Array<number>(of).fill(0)
  const shares = new Map<string, number>()
  for (const { name, size } of sizes.sort((a, b) => b.size - a.size)) {
    const least = loads.indexOf(Math.min(...loads))
    loads[least] = (loads[least] ?? 0) + size
    shares.set(name, least)
  }
  const all = loads.reduce((sum, load) => sum + load, 0)
  return Math.max(...loads) > all * mostOfAll ? null : shares
}
