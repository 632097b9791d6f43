import { join } from 'node:path'
import { namesIn, statOf } from '../../file-store/names-in'
import type { QwenPlaces } from '../places'

/** A transcript: of a session, or of a subagent of one. */
export interface SessionFile {
  /** Name of the file without its ending; for sessions, what `qwen --resume` takes. */
  readonly id: string
  readonly path: string
  /** Name of the project folder. It comes of the working directory and does not lead back to it. */
  readonly project: string
  /** The session that a subagent belongs to; undefined for a session itself. */
  readonly parent?: string
}

const ending = '.jsonl'

/** All transcripts of a source. Folders that cannot be listed are skipped. */
export function listSessionFiles({ projects }: QwenPlaces): readonly SessionFile[] {
  return namesIn(projects).flatMap((entry) => {
    const project = entry.name
    const folder = join(projects, project)
    const subagents = join(folder, 'subagents')
    return [
      ...transcriptsIn(join(folder, 'chats'), { project }),
      ...namesIn(subagents).flatMap(({ name }) => transcriptsIn(join(subagents, name), { project, parent: name }))
    ]
  })
}

function transcriptsIn(folder: string, of: Pick<SessionFile, 'project' | 'parent'>): readonly SessionFile[] {
  return namesIn(folder)
    .filter((entry) => entry.name.endsWith(ending) && !entry.isDirectory())
    .map(({ name }) => ({ id: name.slice(0, -ending.length), path: join(folder, name), ...of }))
}

/** The transcript of an id; of several, after a folder was renamed, the one written last. */
export function findSession(places: QwenPlaces, id: string): SessionFile | null {
  if (id === '' || /[/\\\0]/.test(id) || id.length > 300) return null
  const found = listSessionFiles(places).filter((file) => file.id === id)
  const dated = found.map((file) => ({ file, at: statOf(file.path)?.mtimeMs ?? 0 }))
  return dated.sort((a, b) => b.at - a.at)[0]?.file ?? null
}
