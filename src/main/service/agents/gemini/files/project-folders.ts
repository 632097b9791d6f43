import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { namesIn, statOf } from '../../file-store/names-in'
import { fieldsOf, textOf } from '../../json-fields/fields'
import type { GeminiPlaces } from '../places'

/** The folder of one project below `tmp`. */
export interface ProjectFolder {
  /** Its short name, or the SHA-256 of the directory in older versions. It does not lead back to the directory. */
  readonly name: string
  readonly path: string
}

export function projectFolders({ tmp }: GeminiPlaces): readonly ProjectFolder[] {
  return namesIn(tmp)
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => ({ name, path: join(tmp, name) }))
}

/** Records of directories beyond this size are no such records. */
const largest = 8 * 1024 * 1024

/** Which directory a project is: what its own folder says, else the list of projects, by name or by hash. */
export class Workspaces {
  private readonly places: GeminiPlaces
  private listed: ReadonlyMap<string, string> | null = null
  private readonly known = new Map<string, string | null>()

  constructor(places: GeminiPlaces) {
    this.places = places
  }

  of(folder: ProjectFolder): string | null {
    const known = this.known.get(folder.path)
    if (known !== undefined) return known
    const own = textIn(join(folder.path, '.project_root'))?.trim() || null
    const found = own ?? this.inList().get(folder.name) ?? null
    this.known.set(folder.path, found)
    return found
  }

  /** Whether the list of projects has this short name. */
  isListed(name: string): boolean {
    return this.inList().has(name)
  }

  /** The short name that the list of projects has for a directory. */
  nameOf(directory: string): string | null {
    for (const [name, listed] of this.inList()) if (listed === directory && !/^[0-9a-f]{64}$/.test(name)) return name
    return null
  }

  private inList(): ReadonlyMap<string, string> {
    this.listed ??= readList(this.places.projects)
    return this.listed
  }
}

function readList(path: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [directory, name] of Object.entries(fieldsOf(parsed(path)).projects ?? {})) {
    found.set(createHash('sha256').update(directory).digest('hex'), directory)
    const short = textOf(name)
    if (short !== null && isOneName(short)) found.set(short, directory)
  }
  return found
}

/** It is a folder below `tmp`, and leads nowhere else. */
function isOneName(name: string): boolean {
  return !['', '.', '..'].includes(name) && !/[/\\\0]/.test(name)
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(textIn(path) ?? 'null') as unknown
  } catch {
    return null
  }
}

function textIn(path: string): string | null {
  const stat = statOf(path)
  if (!stat?.isFile() || stat.size > largest) return null
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
