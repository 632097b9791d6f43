import { type Dirent, readdirSync, type Stats, statSync } from 'node:fs'

/** What a folder holds; nothing when it cannot be listed. */
export function namesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

/** Null when there is no such file, or it may not be looked at. */
export function statOf(path: string): Stats | null {
  try {
    return statSync(path)
  } catch {
    return null
  }
}

/** Changes whenever the content may have changed. */
export function fingerprintOf(stat: Stats): string {
  return `${stat.dev}-${stat.ino}-${stat.size}-${stat.mtimeMs}`
}
