import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Day folders that are watched: sessions that go on are in one of the last. */
const mostDays = 24

/** Existing folders whose change means that a session changed: the home with its index, and the newest days. */
export function watchedFolders(root: string): readonly string[] {
  const sessions = join(root, 'sessions')
  const days: string[] = []
  const parents: string[] = []
  for (const year of newest(sessions)) {
    parents.push(year)
    for (const month of newest(year)) {
      parents.push(month)
      days.push(...newest(month))
      if (days.length >= mostDays) break
    }
    if (days.length >= mostDays) break
  }
  return [root, sessions, join(root, 'archived_sessions'), ...parents, ...days.slice(0, mostDays)].filter(isFolder)
}

function newest(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => /^\d{2,4}$/.test(name))
    return names
      .sort()
      .reverse()
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
