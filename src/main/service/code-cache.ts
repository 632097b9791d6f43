import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Has Node keep our code compiled between starts, in a folder of our own. Compiling it is most of a start that finds everything known. Answers the
 * folder, which each thread has to be given; null where nothing is kept: in a folder that Reprise has not made its own yet, and in
 * a runtime that cannot. `part`: any file of this build; by itself one that the service and the command line share, as they share the folder.
 */
export function keepCompiledCode(own: string, part = import.meta.url): string | null {
  // Whether the folder is ours is found out later; what lies in it already says so.
  if (!existsSync(join(own, 'library.sqlite3'))) return null
  const all = join(own, 'code-cache')
  const name = buildOf(fileURLToPath(part))
  try {
    mkdirSync(join(all, name), { recursive: true, mode: 0o700 })
    for (const other of readdirSync(all)) {
      if (other !== name) rmSync(join(all, other), { recursive: true, force: true })
    }
  } catch {
    // Only slower: a folder that cannot be written is reported by whoever needs it.
    return null
  }
  return takeCompiledCode(join(all, name)) ? join(all, name) : null
}

/** Takes code from such a folder, and adds to it at the end of this thread. False where the runtime cannot. */
export function takeCompiledCode(folder: string): boolean {
  // Electron's own Node may be older.
  if (module.enableCompileCache?.(folder).directory === undefined) return false
  keepToOwner(module.getCompileCacheDir())
  return true
}

/** Node makes a folder for its version in it as the person's other folders are; all in ours is for its owner alone. */
function keepToOwner(folder: string | undefined): void {
  try {
    if (folder !== undefined) chmodSync(folder, 0o700)
  } catch {
    // The folder around it is for its owner alone in any case.
  }
}

/** Differs for every build and every place, so that nothing of an earlier one is kept. */
function buildOf(path: string): string {
  const time = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return createHash('sha256').update(`${path}\n${time}`).digest('hex').slice(0, 16)
}
