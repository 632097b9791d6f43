import type { Stats } from 'node:fs'
import { statOf } from '../../file-store/names-in'
import type { GeminiPlaces } from '../places'
import { listSessionGroups, type SessionGroup } from './session-files'
import { sessionIdOf } from './session-id'

/** The file that holds a session, and others that have the same id. */
export interface SessionFile {
  readonly id: string
  readonly group: SessionGroup
  readonly path: string
  readonly stat: Stats
  /** Other files of the same session, such as a resume begins. */
  readonly others: readonly string[]
}

/** The sessions of a group, each with its longest file. */
export function sessionsOfGroup(group: SessionGroup): readonly SessionFile[] {
  const byId = new Map<string, { path: string; stat: Stats }[]>()
  for (const path of group.paths) {
    const stat = statOf(path)
    if (stat === null) continue
    const id = sessionIdOf(path, group.named)
    byId.set(id, [...(byId.get(id) ?? []), { path, stat }])
  }
  return [...byId].flatMap(([id, files]) => {
    const [longest, ...others] = files.toSorted(
      (a, b) => b.stat.size - a.stat.size || a.path.localeCompare(b.path, 'en')
    )
    return longest === undefined ? [] : [{ id, group, ...longest, others: others.map(({ path }) => path) }]
  })
}

/** The file of a session's id; of several the one written last. */
export function findSession(places: GeminiPlaces, id: string): SessionFile | null {
  if (id === '' || /[/\\\0]/.test(id) || id.length > 300) return null
  const groups = listSessionGroups(places)
  const likely = groups.filter(({ named }) => named !== '' && id.startsWith(named))
  // Names can have been changed by hand; what the records say counts.
  return newestOf(likely, id) ?? newestOf(groups, id)
}

function newestOf(groups: readonly SessionGroup[], id: string): SessionFile | null {
  const found = groups.flatMap(sessionsOfGroup).filter((file) => file.id === id)
  return found.toSorted((a, b) => b.stat.mtimeMs - a.stat.mtimeMs)[0] ?? null
}
