import { readdirSync } from 'node:fs'
import { plainIoReason } from './io-reason'

export interface FolderNames {
  /** Names that the agent's own scans take, sorted; also folders so named. */
  readonly names: readonly string[]
  /** Why the folder could not be listed; null when it could or is not there. */
  readonly unreadable: string | null
}

/**
 * What the agent takes for documents in a folder: the extension is `json` in exact case, and a file named just `.json` has none.
 * A missing folder is an empty one.
 */
export function listDocuments(folder: string): FolderNames {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== '.json')
    return { names: names.sort(), unreadable: null }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT') return { names: [], unreadable: null }
    return { names: [], unreadable: code === 'ENOTDIR' ? 'this is not a folder' : plainIoReason(error) }
  }
}

/** The name without its extension. */
export function stemOf(name: string): string {
  return name.slice(0, -'.json'.length)
}
