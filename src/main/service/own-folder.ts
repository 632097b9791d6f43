import { chmodSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from '@shared/ipc/errors'
import { makeFolders } from './make-folders'
import { scratchPath } from './own-folder-path'

/** Everything of ours on this machine. Only these paths are written by anything but a restore. */
export interface OwnFolder {
  readonly root: string
  readonly library: string
  readonly settings: string
  readonly logs: string
  /** Private copies of databases that are open in this process; nobody else's. */
  readonly scratch: string
}

/** What only Reprise makes. */
const ours: ReadonlySet<string> = new Set([
  'library.sqlite3',
  'settings.json',
  'scratch',
  'window',
  'journal',
  'vault',
  'plans',
  'code-cache'
])

/**
 * Throws `refused` for a folder that holds things, and none of ours: it is somebody else's, perhaps an agent's, and nothing may be
 * written there. One that is missing, empty or unreadable passes; making it says what is wrong.
 */
export function refuseForeignFolder(root: string): void {
  const names = namesIn(root).filter((name) => !name.startsWith('.'))
  if (names.length === 0 || names.some((name) => ours.has(name))) return
  fail('refused', `${root} holds files that are not of Reprise, so Reprise does not keep its own there.`, {
    advice: 'Name an empty folder, or one that is not there yet, in REPRISE_HOME.',
    data: { path: root }
  })
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Makes our folder and its parts, readable by their owner alone. Throws `io` where the place cannot be written, `refused` where it is not ours. */
export function prepareOwnFolder(root: string): OwnFolder {
  refuseForeignFolder(root)
  const folder: OwnFolder = {
    root,
    library: join(root, 'library.sqlite3'),
    settings: join(root, 'settings.json'),
    logs: join(root, 'logs'),
    scratch: scratchPath(root)
  }
  for (const path of [root, folder.logs, join(root, 'scratch'), folder.scratch]) {
    makeFolder(path)
  }
  return folder
}

function makeFolder(path: string): void {
  try {
    makeFolders(path, 0o700)
    if (process.platform !== 'win32') chmodSync(path, 0o700)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
    fail('io', `Reprise cannot keep its own files in ${path} (${code}).`, {
      advice: 'Name a folder that you may write to in REPRISE_HOME.',
      data: { path }
    })
  }
}
