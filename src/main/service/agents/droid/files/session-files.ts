import { join } from 'node:path'
import { namesIn } from '../../file-store/names-in'

/** A file that holds a session. */
export interface SessionFile {
  /** Path below the root, with `/`; what a scan calls its unit. */
  readonly unit: string
  readonly path: string
  /** The file's name has it; what the first record says is the same in all that were seen. */
  readonly id: string
}

/** Folders below `sessions`: one for each working directory; older sessions lay in `sessions` itself. */
const deepest = 2
const ending = '.jsonl'

/** All sessions of a root. */
export function sessionFiles(root: string): readonly SessionFile[] {
  return below(root, 'sessions', 0)
}

function below(root: string, folder: string, depth: number): SessionFile[] {
  return namesIn(join(root, ...folder.split('/'))).flatMap((entry) => {
    const unit = `${folder}/${entry.name}`
    if (entry.isDirectory()) return depth < deepest ? below(root, unit, depth + 1) : []
    if (!entry.name.endsWith(ending)) return []
    return { unit, path: join(root, ...unit.split('/')), id: entry.name.slice(0, -ending.length) }
  })
}

/** Null when there is no such session. */
export function findSession(root: string, id: string): SessionFile | null {
  if (id === '' || /[/\\\0]/.test(id)) return null
  return sessionFiles(root).find((file) => file.id === id) ?? null
}

/** What droid keeps beside a session: model and tokens. */
export function settingsPath(path: string): string {
  return `${path.slice(0, -ending.length)}.settings.json`
}
