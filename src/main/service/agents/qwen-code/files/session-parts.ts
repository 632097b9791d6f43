import { join } from 'node:path'
import type { SessionPart } from '../../adapter'
import { namesIn, statOf } from '../../file-store/names-in'
import type { QwenPlaces } from '../places'
import { findSession } from './session-files'
import { metaPath } from './subagent-meta'

/** The transcript of a session, its subagents with what is noted of them, and backups of files that it changed. */
export function sessionParts(places: QwenPlaces, id: string): readonly SessionPart[] {
  const file = findSession(places, id)
  if (file === null) return []
  const own: SessionPart = { path: file.path, what: 'session', because: 'the transcript' }
  if (file.parent !== undefined) {
    const meta = metaPath(file.path)
    return statOf(meta) === null ? [own] : [own, { path: meta, what: 'session', because: 'what is noted of it' }]
  }
  return [
    own,
    ...filesIn(join(places.projects, file.project, 'subagents', id), 'session', 'a subagent, or what is noted of it'),
    ...filesIn(join(places.fileHistory, id), 'file', 'a file as it was before a change')
  ]
}

function filesIn(folder: string, what: SessionPart['what'], because: string): readonly SessionPart[] {
  const files = namesIn(folder).filter((entry) => entry.isFile())
  return files.map(({ name }) => ({ path: join(folder, name), what, because }))
}
