import { join } from 'node:path'
import { fingerprintOf, namesIn, statOf } from '../../file-store/names-in'
import type { ClinePlaces } from '../places'

/** A document that holds one conversation whole, and is written anew with each step. */
export interface SessionFile {
  /** Path below the root, with `/`; what a scan calls its unit. */
  readonly unit: string
  readonly path: string
  readonly id: string
  /** `session`: of the command line program. `task`: of the extension, or of an older program. */
  readonly kind: 'session' | 'task'
  /** Session that this subagent belongs to, by the folder it lies in. */
  readonly parent?: string
  /** What is kept beside the document: facts of the session, or the list of all tasks. */
  readonly beside: string
}

const ending = '.messages.json'
const taskLog = 'api_conversation_history.json'

export function sessionFiles(places: ClinePlaces): readonly SessionFile[] {
  const folders = (path: string) => namesIn(path).filter((entry) => entry.isDirectory())
  return [
    ...folders(places.sessions).flatMap(({ name }) => inSession(places, name)),
    ...folders(places.tasks).flatMap(({ name }) => inTask(places, name))
  ]
}

/** Null when there is no such session, subagent or task. */
export function findFile(places: ClinePlaces, id: string): SessionFile | null {
  if (id === '' || id === '.' || id === '..' || id.length > 200 || /[/\\\0]/.test(id)) return null
  const own = [...inSession(places, id), ...inTask(places, id)].find((file) => file.id === id)
  return own ?? (id.startsWith('agent_') ? (sessionFiles(places).find((file) => file.id === id) ?? null) : null)
}

/** Changes whenever something does that the list or the transcript shows. */
export function fingerprint({ path, beside }: SessionFile): string | null {
  const stat = statOf(path)
  if (stat === null) return null
  const other = statOf(beside)
  return other === null ? fingerprintOf(stat) : `${fingerprintOf(stat)}|${fingerprintOf(other)}`
}

function inSession(places: ClinePlaces, folder: string): readonly SessionFile[] {
  const at = join(places.sessions, folder)
  const beside = join(at, `${folder}.json`)
  return namesIn(at)
    .filter(({ name }) => name.endsWith(ending))
    .map(({ name }) => {
      const id = name.slice(0, -ending.length)
      const file = { unit: `sessions/${folder}/${name}`, path: join(at, name), id, kind: 'session', beside } as const
      return id === folder ? file : { ...file, parent: folder }
    })
}

function inTask(places: ClinePlaces, id: string): readonly SessionFile[] {
  const path = join(places.tasks, id, taskLog)
  if (statOf(path) === null) return []
  return [{ unit: `tasks/${id}/${taskLog}`, path, id, kind: 'task', beside: places.taskHistory }]
}
