import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { SourceKey } from '../../adapter'
import { type Answer, answer, refuse } from './answer'
import { openSealed } from './sealed'

/** The crate refuses larger documents before it reads them (format 1.2). */
export const sizeLimit = 268_435_456

export interface ReadRules {
  readonly key: SourceKey
  /** What the file is, for messages: `session file`, `loop checkpoint`. */
  readonly what: string
  /** Whether a link that leaves the store is refused on this path (format 1.4). */
  readonly guardLinks: boolean
}

/** Plain bytes of one file of a store; null when there is none. Opens nothing for writing, follows the crate's own limits. */
export function readBytes(root: string, path: string, rules: ReadRules): Answer<Uint8Array | null> {
  const outside = rules.guardLinks ? linkOutside(root, path) : null
  if (outside !== null) return refuse('link-leaves-store', outside)
  try {
    const size = statSync(path).size
    if (size > sizeLimit)
      return refuse('too-large', `${rules.what} ${path} holds ${size} bytes, more than ${sizeLimit}`)
    return openSealed(readFileSync(path), rules.key, `${rules.what} from ${path}`)
  } catch (error) {
    return unreadable(error, path, rules.what)
  }
}

function unreadable(error: unknown, path: string, what: string): Answer<null> {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOENT' || code === 'ENOTDIR') return answer(null)
  if (code === 'EISDIR') return refuse('not-a-file', `Failed to read ${what}: ${path}: Is a directory (os error 21)`)
  return refuse('io', `Failed to read ${what}: ${path}: ${code ?? String(error)}`)
}

/** The first component below the root that is a link to somewhere outside the root, in the crate's words; null when there is none. */
function linkOutside(root: string, path: string): string | null {
  let at = root
  for (const part of relative(root, path).split(sep)) {
    at = join(at, part)
    const leads = linkTarget(at)
    if (leads === 'nothing') return null
    if (leads === null) continue
    if (leads === 'dangling')
      return `refusing to follow a symbolic link in ${at}: No such file or directory (os error 2)`
    const canonicalRoot = realpathSync(root)
    if (leads !== canonicalRoot && !leads.startsWith(canonicalRoot + sep)) {
      return `session store path is a symbolic link outside the store: ${at}`
    }
  }
  return null
}

/** Where a link leads; null for what is no link, `nothing` when there is nothing at the path. */
function linkTarget(path: string): string | null {
  try {
    if (!lstatSync(path).isSymbolicLink()) return null
  } catch {
    return 'nothing'
  }
  try {
    return realpathSync(path)
  } catch {
    return 'dangling'
  }
}

/** Whether something is at the path, whatever it is; links are followed. */
export function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}
