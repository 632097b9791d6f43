import { realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'

/** Why an id cannot name a sandbox workspace; null when it can (format page, section 5.7). Another rule than that of session files. */
export function unfitWorkspaceId(id: string): string | null {
  if (id === '') return 'it is empty'
  if (id.length > 255) return 'it is longer than 255 characters'
  return /^[A-Za-z0-9_-]+$/.test(id) ? null : 'only letters, digits, - and _ are allowed'
}

/**
 * Where a path of a session really is, if that lies in its workspace: null for one that leads out, be it by `..`, as an absolute path or
 * over a symbolic link on the way. What does not exist yet counts by the folder that it would be made in.
 */
export function insideWorkspace(workspace: string, path: string): string | null {
  const root = realOrNull(workspace)
  if (root === null) return null
  const wanted = isAbsolute(path) ? resolve(path) : resolve(root, path)
  const real = realWithMissing(wanted)
  const way = relative(root, real)
  const leaves = way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)
  return leaves ? null : real
}

function realWithMissing(path: string): string {
  const missing: string[] = []
  for (let at = path; ; at = dirname(at)) {
    const real = realOrNull(at)
    if (real !== null || dirname(at) === at) return join(real ?? at, ...missing)
    missing.unshift(basename(at))
  }
}

function realOrNull(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}
