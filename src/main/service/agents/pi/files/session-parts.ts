import type { SessionPart } from '../../adapter'
import { findSession } from './find-session'

/** pi keeps all of a session in one file. */
export function sessionParts(root: string, id: string): readonly SessionPart[] {
  const file = findSession(root, id)
  return file === null ? [] : [{ path: file.path, what: 'session', because: 'the session' }]
}
