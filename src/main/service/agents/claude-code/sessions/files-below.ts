import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Depth below a folder of Claude Code's that is gone through. */
const deepest = 6

/** All files below a folder, in order of their names; links are not followed. */
export function filesBelow(folder: string, depth = 0): readonly string[] {
  if (depth > deepest) return []
  return namesIn(folder).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path, depth + 1) : entry.isFile() ? [path] : []
  })
}

/** What lies in a folder, by name; nothing where there is none. */
export function namesIn(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    // Most sessions have none of these folders.
    return []
  }
}
