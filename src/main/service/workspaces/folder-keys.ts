import type { Settings } from '@shared/domain/settings'
import type { SourceTable } from '../sources/source-table'
import { groundOf, type PathGround, pathKey } from './path-key'
import { relocated } from './relocate'

/** The folder that a path recorded in a source means now, as a key; `source` null for a path that a person named. */
export type FolderKey = (path: string, source: string | null) => string

/** Keys by what the person said of moved folders until now. A path is spelled by the rules of the place that its source lies in. */
export function folderKeys(
  sources: Pick<SourceTable, 'find'>,
  { relocations }: Pick<Settings, 'relocations'>,
  env: Readonly<Record<string, string | undefined>>
): FolderKey {
  const grounds = new Map<string | null, PathGround>()
  const own = groundOf('/', env)
  const groundOfSource = (source: string | null) => {
    const known = grounds.get(source)
    if (known) return known
    const root = source === null ? undefined : sources.find(source)?.location.root
    const ground = root === undefined ? own : groundOf(root, env)
    grounds.set(source, ground)
    return ground
  }
  return (path, source) => {
    const ground = groundOfSource(source)
    const now = relocated(path, relocations, ground)
    return now === null ? pathKey(path, ground) : pathKey(now, own)
  }
}
