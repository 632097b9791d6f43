import { basename, dirname, join } from 'node:path'
import type { SessionPart } from '../../adapter'
import { namesIn } from '../../file-store/names-in'
import { findSession, settingsPath } from './session-files'

/** The file of a session and what droid keeps beside it under the same name: model and tokens, and copies of its own. */
export function sessionParts(root: string, id: string): readonly SessionPart[] {
  const file = findSession(root, id)
  if (file === null) return []
  const folder = dirname(file.path)
  const settings = basename(settingsPath(file.path))
  const others = namesIn(folder).filter(
    (entry) => entry.isFile() && entry.name.startsWith(`${file.id}.`) && entry.name !== basename(file.path)
  )
  return [
    { path: file.path, what: 'session', because: 'the session' },
    ...others.map(({ name }) => ({
      ...{ path: join(folder, name), what: 'session' as const },
      because: name === settings ? 'its model and tokens' : 'what droid keeps beside it'
    }))
  ]
}
