import { join } from 'node:path'
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
    ...beside.map((path) => ({ path, what: 'file' as const, because: 'what the agent keeps beside the log' }))
  ]
}

function filesBelow(folder: string, depth: number): readonly string[] {
  if (depth > deepest) return []
  return namesIn(folder).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path, depth + 1) : entry.isFile() ? [path] : []
  })
}
