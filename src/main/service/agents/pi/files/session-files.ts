import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A file that holds a session, found by its name alone. */
export interface SessionFile {
  /** Path below the root, with `/`; what a scan calls its unit. */
  readonly unit: string
  readonly path: string
  /** Id in the file's name; what the first record says counts more. */
  readonly id: string | null
}

/** All session files below a root: one folder for each working directory, and those that lie in none. */
export function sessionFiles(root: string): readonly SessionFile[] {
  return below(root, 'sessions', 0)
}

/** Id in a file's name or path: what follows the time. */
export function idInName(name: string): string | null {
  return /_([^_/\\]{1,80})\.jsonl$/.exec(name)?.[1] ?? null
}

/** Changes whenever the file does; null when there is no file. */
export function fileFingerprint(path: string): string | null {
  const facts = statSync(path, { bigint: true, throwIfNoEntry: false })
  return facts === undefined ? null : `${facts.size}:${facts.mtimeNs}:${facts.ino}`
}

/** Existing folders whose change means that a session changed, the ones written to last first. */
export function watchedFolders(root: string): readonly string[] {
  const sessions = join(root, 'sessions')
  const folders = entriesOf(sessions)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(sessions, name))
  const times = new Map(folders.map((path) => [path, statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0]))
  const newest = folders.sort((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0))
  return [root, sessions, ...newest].filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false)
}

function below(root: string, folder: string, depth: number): SessionFile[] {
  return entriesOf(join(root, ...folder.split('/'))).flatMap((entry) => {
    const unit = `${folder}/${entry.name}`
    if (entry.isDirectory()) return depth < 1 ? below(root, unit, depth + 1) : []
    if (!entry.name.endsWith('.jsonl')) return []
    return { unit, path: join(root, ...unit.split('/')), id: idInName(entry.name) }
  })
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // Not there, or not to be read: what else there is counts.
    return []
  }
}
