import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Sets the modes of a tree: those of folders, and those of files. */
function setModes(root: string, folder: number, file: number): void {
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) chmodSync(path, file)
    else if (entry.isDirectory()) chmodSync(path, folder)
  }
  if (lstatSync(root).isDirectory()) chmodSync(root, folder)
}

/** A user that owns nothing; most systems call it nobody. */
const nobody = 65534

/**
 * Runs something while a tree can be read and not written. To root no mode means anything, so root becomes an ordinary user for that
 * time; tests run in processes of their own, which this touches as a whole.
 */
export async function withoutRights(root: string, work: () => Promise<void>): Promise<void> {
  setModes(root, 0o555, 0o444)
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(nobody)
  try {
    await work()
  } finally {
    if (isRoot) process.seteuid?.(0)
    setModes(root, 0o755, 0o644)
  }
}
