import { readdirSync } from 'node:fs'
import { sep } from 'node:path'
import { plainIoReason } from './io-reason'

const extension = '.json'

/** The documents of one folder, as the agent's own scans see them. */
export class FolderNames {
  readonly folder: string
  /** Names that end in `.json` in exact case, but for `.json` itself, which has no extension; also folders so named. Any order. */
  readonly names: readonly string[]
  /** Why the folder could not be listed; null when it could, or is not there. */
  readonly unreadable: string | null
  private known: ReadonlySet<string> | null = null

  constructor(folder: string, names: readonly string[], unreadable: string | null) {
    this.folder = folder
    this.names = names
    this.unreadable = unreadable
  }

  /** Whether a file is named after this id. */
  has(id: string): boolean {
    this.known ??= new Set(this.names)
    return this.known.has(id + extension)
  }

  pathOf(name: string): string {
    return this.folder + sep + name
  }
}

/** Lists a folder; a missing one is empty. */
export function listDocuments(folder: string): FolderNames {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(extension) && name !== extension)
    return new FolderNames(folder, names, null)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT') return new FolderNames(folder, [], null)
    return new FolderNames(folder, [], code === 'ENOTDIR' ? 'this is not a folder' : plainIoReason(error))
  }
}

/** The name without its extension. */
export function stemOf(name: string): string {
  return name.slice(0, -extension.length)
}
