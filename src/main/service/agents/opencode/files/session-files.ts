import { statSync } from 'node:fs'
import { join } from 'node:path'
import { namesIn, storageOf } from '../places'

/** A session in JSON files, and where its messages and parts lie. */
export interface SessionFile {
  readonly id: string
  readonly path: string
  /** Path below the data folder: the name of its unit. */
  readonly unit: string
  /** Folder that holds a file for each message. */
  readonly messages: string
  /** Folder that holds the parts of a message. */
  parts(message: string): string
  /** The layout before projects had ids of their own. */
  readonly oldest: boolean
}

/** Ids become names of files, so that nothing else is looked for. */
const safeId = /^[A-Za-z0-9_-]{1,200}$/
/** Folders of the oldest layout, which lie where folders of projects lie today. */
const oldestFolders = ['info', 'message', 'part', 'share', 'performance']

export function isSafeId(id: string): boolean {
  return safeId.test(id)
}

/**
 * Sessions in JSON files (format: "Where"). One that is in the folders of two projects, because the id of the project changed, comes
 * twice (cases: B16).
 */
export function sessionFiles(root: string): readonly SessionFile[] {
  return foldersOf(root).flatMap(({ folder, make }) =>
    namesIn(join(root, folder))
      .filter((name) => name.endsWith('.json') && safeId.test(name.slice(0, -5)))
      .sort()
      .map((name) => make(name.slice(0, -5)))
  )
}

/** The files of one session, found by its name alone; the one written last comes first. */
export function filesOfSession(root: string, id: string): readonly SessionFile[] {
  if (!safeId.test(id)) return []
  const there = foldersOf(root)
    .map(({ make }) => make(id))
    .filter(({ path }) => changedAt(path) !== null)
  return there.sort(newestFirst)
}

/** The newer layout counts more, then the file that was written last. */
export function newestFirst(a: SessionFile, b: SessionFile): number {
  return Number(a.oldest) - Number(b.oldest) || (changedAt(b.path) ?? 0) - (changedAt(a.path) ?? 0)
}

interface SessionFolder {
  readonly folder: string
  make(id: string): SessionFile
}

function foldersOf(root: string): readonly SessionFolder[] {
  const storage = storageOf(root)
  const projects = namesIn(join(storage, 'session')).filter((name) => !oldestFolders.includes(name))
  const current = projects.sort().map((project) => ({
    folder: join('storage', 'session', project),
    make: (id: string) => currentFile(root, project, id)
  }))
  const older = [
    'storage',
    ...namesIn(join(root, 'project'))
      .sort()
      .map((slug) => join('project', slug, 'storage'))
  ]
  return [
    ...current,
    ...older.map((base) => ({
      folder: join(base, 'session', 'info'),
      make: (id: string) => oldestFile(root, base, id)
    }))
  ]
}

function currentFile(root: string, project: string, id: string): SessionFile {
  const storage = storageOf(root)
  const unit = join('storage', 'session', project, `${id}.json`)
  return {
    id,
    path: join(root, unit),
    unit,
    messages: join(storage, 'message', id),
    parts: (message) => join(storage, 'part', message),
    oldest: false
  }
}

function oldestFile(root: string, base: string, id: string): SessionFile {
  const unit = join(base, 'session', 'info', `${id}.json`)
  const session = join(root, base, 'session')
  return {
    id,
    path: join(root, unit),
    unit,
    messages: join(session, 'message', id),
    parts: (message) => join(session, 'part', id, message),
    oldest: true
  }
}

function changedAt(path: string): number | null {
  const facts = statSync(path, { throwIfNoEntry: false })
  return facts?.isFile() ? facts.mtimeMs : null
}
