import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it, with the given rights. Node's own recursive call never ends where a parent is there and still answers
 * `ENOENT` to making something in it, as `/proc` does; here each folder is tried once.
 */
export function makeFolders(path: string, mode: number): void {
  if (madeOrThere(path, mode)) return
  makeFolders(dirname(path), mode)
  mkdirSync(path, { mode })
}

/** False when the folder above is missing too. */
function madeOrThere(path: string, mode: number): boolean {
  try {
    mkdirSync(path, { mode })
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && dirname(path) !== path) return false
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return true
    throw error
  }
}
