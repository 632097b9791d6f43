import { join } from 'node:path'
import type { SessionPart } from '../../adapter'
import { namesIn } from '../../file-store/names-in'
import type { GeminiPlaces } from '../places'
import { findSession } from './find-session'

/** The file of a session, others of the same id, and its subagents. */
export function sessionParts(places: GeminiPlaces, id: string): readonly SessionPart[] {
  const file = findSession(places, id)
  if (file === null) return []
  const others = file.others.map((path) => part(path, 'another file of the same session'))
  const folder = join(file.group.project.path, 'chats', id)
  const subagents = namesIn(folder).filter((entry) => entry.isFile())
  return [
    part(file.path, 'the transcript'),
    ...others,
    ...subagents.map(({ name }) => part(join(folder, name), 'a subagent'))
  ]
}

function part(path: string, because: string): SessionPart {
  return { path, what: 'session', because }
}
