import { join, relative, sep } from 'node:path'
import type { SessionPart } from '../../adapter'
import { namesIn } from '../../file-store/names-in'
import { sessionFile } from './session-files'

/** Depth below a session's folder that is gone through. */
const deepest = 4

/** The log of a session and what lies in its folder: its name and directory, notes of compactions, files as they were before turns. */
export function sessionParts(root: string, id: string): readonly SessionPart[] {
  const file = sessionFile(root, id)
  if (file === null) return []
  const beside = file.folder === null ? [] : filesBelow(file.folder, 0).filter((path) => path !== file.path)
  return [
    { path: file.path, what: 'session', because: 'the log' },
    ...beside.map((path) => ({
      path,
      what: whatIs(path, file.folder ?? ''),
      because: 'what the agent keeps beside the log'
    }))
  ]
}

/** Its name, directory and notes of compactions are the session's own, like its log. What files were before turns is what it refers to. */
function whatIs(path: string, folder: string): SessionPart['what'] {
  return relative(folder, path).split(sep)[0] === 'rewind-file-snapshots' ? 'file' : 'session'
}

function filesBelow(folder: string, depth: number): readonly string[] {
  if (depth > deepest) return []
  return namesIn(folder).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path, depth + 1) : entry.isFile() ? [path] : []
  })
}
