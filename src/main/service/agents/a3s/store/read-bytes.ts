import { lstatSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
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
  /** Whether a link on the path that leaves the store is refused (format 1.4), or followed. */
  readonly links: 'inside' | 'any'
  /** Facts about the file, where they were looked up a moment ago. */
  readonly stat?: Stats
}

/** A file of a store, opened. */
export interface StoreFile {
  readonly bytes: Uint8Array
  readonly sealed: boolean
}

/** One file of a store; null when there is none. Opens nothing for writing, follows the crate's own limits. */
export function readStoreFile(root: string, path: string, rules: ReadRules): Answer<StoreFile | null> {
  const outside = rules.links === 'inside' ? linkOutside(root, path) : null
  if (outside !== null) return refuse('link-leaves-store', outside)
  try {
    const facts = rules.stat ?? statSync(path)
    // Opening a pipe would wait for a writer for ever; a folder says by itself what it is, in the crate's words.
    if (!facts.isFile() && !facts.isDirectory())
      return refuse('not-a-file', `Failed to read ${rules.what}: ${path}: not a regular file`)
    const { size } = facts
    if (size > sizeLimit)
      return refuse('too-large', `${rules.what} ${path} holds ${size} bytes, more than ${sizeLimit}`)
    const stored = readFileSync(path)
    const opened = openSealed(stored, rules.key, `${rules.what} from ${path}`)
    return opened.ok ? answer({ bytes: opened.value, sealed: opened.value !== stored }) : opened
  } catch (error) {
    return unreadable(error, path, rules.what)
  }
}

/** Plain bytes of one file of a store; null when there is none. */
export function readBytes(root: string, path: string, rules: ReadRules): Answer<Uint8Array | null> {
  const file = readStoreFile(root, path, rules)
  return file.ok ? answer(file.value?.bytes ?? null) : file
}

function unreadable(error: unknown, path: string, what: string): Answer<null> {
  const code = (error as NodeJS.ErrnoException).code
  if (code !== undefined && nothingThere.has(code)) return answer(null)
  if (code === 'EISDIR') return refuse('not-a-file', `Failed to read ${what}: ${path}: Is a directory (os error 21)`)
  return refuse('io', `Failed to read ${what}: ${path}: ${code ?? String(error)}`)
}

/** The first component below the root that is a link to somewhere outside the root, in the crate's words; null when there is none. */
export function linkOutside(root: string, path: string): string | null {
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

const nothingThere = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'])

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

/** Whether something is at the path, whatever it is; links are followed. A name that no file can have is not there. */
export function isThere(path: string): boolean {
  return statOf(path) !== null
}

/** Facts about what is at a path; null when there is nothing. */
export function statOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code !== undefined && nothingThere.has(code)) return null
    throw error
  }
}
