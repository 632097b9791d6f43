import { join } from 'node:path'
import type { SourceKey } from '../../adapter'
import { legacySessionFile, sessionFile } from '../store/layout'
import { legacyNamesIn } from '../store/list-sessions'
import { isThere } from '../store/read-bytes'
import type { Look } from './plain-document'
import { type ReadSession, readSession } from './read-session'

/**
 * The session of an id, as it is listed: its current file, else the legacy file of its name, else any legacy file that holds the id
 * (the agent lists that one, but does not find it). null when there is none.
 */
export function findSession(root: string, id: string, key: SourceKey, look: Look): ReadSession | null {
  const current = sessionFile(root, id)
  if (isThere(current)) return readSession({ root, path: current, id }, key, look)
  const named = legacySessionFile(root, id)
  const others = legacyNamesIn(root).map((name) => join(root, name))
  for (const path of [named, ...others.filter((other) => other !== named)]) {
    const read = isThere(path) ? readSession({ root, path, id: null }, key, look) : null
    if (read?.id === id) return read
  }
  return null
}
