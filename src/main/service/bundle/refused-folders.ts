import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { fail } from '@shared/ipc/errors'
import type { ServiceParts } from '../handlers/parts'

/** Where no bundle and no export goes: there it would take the place of a session, or be taken for one. All absolute. */
export interface RefusedFolders {
  readonly own: string
  /** Folders and files that agents keep their sessions in. */
  readonly agents: readonly string[]
}

/** Of this moment. The home itself is never among them, whatever is watched in it. */
export async function refusedFolders(parts: Pick<ServiceParts, 'own' | 'sources' | 'look'>): Promise<RefusedFolders> {
  const watched = await Promise.all(parts.sources.all().map(({ adapter, location }) => adapter.watch(location)))
  const home = realPath(parts.look.home)
  const agents = watched.flat().filter((path) => !isWithin(home, realPath(path)))
  return { own: parts.own.root, agents: [...new Set(agents)] }
}

/** Throws `refused` where a file of that path would lie in one of them, by whatever name. */
export function refuseWithin({ own, agents }: RefusedFolders, path: string): void {
  const advice = 'Choose another place.'
  const real = join(realPath(dirname(path)), basename(path))
  const lies = (folder: string) => isWithin(resolve(path), folder) || isWithin(real, realPath(folder))
  if (lies(own)) fail('refused', 'Reprise writes no files for others into its own folder.', { advice })
  const agent = agents.find(lies)
  if (agent === undefined) return
  fail('refused', `In ${agent} an agent keeps its sessions; no bundle and no export is written there.`, { advice })
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}
