import { dirname, join } from 'node:path'
import type { SessionPart } from '../../adapter'
import { namesIn, statOf } from '../../file-store/names-in'
import type { ClinePlaces } from '../places'
import { findFile } from './session-files'

/** What lies in the folder of a session or of a task: the conversation first, then facts, subagents and the like. Of a subagent its document alone. */
export function sessionParts(places: ClinePlaces, id: string): readonly SessionPart[] {
  const file = findFile(places, id)
  if (file === null || statOf(file.path) === null) return []
  const own: SessionPart = { path: file.path, what: 'session', because: 'the conversation' }
  if (file.parent !== undefined) return [own]
  const folder = dirname(file.path)
  const others = namesIn(folder).filter((entry) => entry.isFile() && join(folder, entry.name) !== file.path)
  return [
    own,
    ...others.map(({ name }) => ({
      ...{ path: join(folder, name), what: 'session' as const },
      because: name.startsWith('agent_') ? 'a subagent of it' : 'what Cline keeps beside it'
    }))
  ]
}
