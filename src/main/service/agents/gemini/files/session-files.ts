import { join } from 'node:path'
import { namesIn } from '../../file-store/names-in'
import type { GeminiPlaces } from '../places'
import { type ProjectFolder, projectFolders } from './project-folders'

/**
 * Files that may be of one session: a resume begins another one, and names hold the minute and the first eight digits of the id only.
 * Of a subagent there is one, named by its whole id.
 */
export interface SessionGroup {
  /** Path of the folder and the digits: what changes when any of the files does. */
  readonly unit: string
  readonly project: ProjectFolder
  /** What the names say of the id. */
  readonly named: string
  readonly paths: readonly string[]
  /** The session that a subagent belongs to; undefined for sessions themselves. */
  readonly parent?: string
}

const sessionName = /^session-.*?-([^-]{1,64})\.jsonl?$/

/** All transcripts of a source. Folders that cannot be listed are skipped. */
export function listSessionGroups(places: GeminiPlaces): readonly SessionGroup[] {
  return projectFolders(places).flatMap(groupsOfProject)
}

export function groupsOfProject(project: ProjectFolder): readonly SessionGroup[] {
  const chats = join(project.path, 'chats')
  const groups = new Map<string, string[]>()
  const subagents: SessionGroup[] = []
  for (const entry of namesIn(chats)) {
    const path = join(chats, entry.name)
    if (entry.isDirectory()) subagents.push(...subagentsIn(project, path, entry.name))
    const named = sessionName.exec(entry.name)?.[1]
    if (named === undefined || entry.isDirectory()) continue
    groups.set(named, [...(groups.get(named) ?? []), path])
  }
  const sessions = [...groups].map(([named, paths]) => ({ unit: join(chats, named), project, named, paths }))
  return [...sessions, ...subagents]
}

function subagentsIn(project: ProjectFolder, folder: string, parent: string): readonly SessionGroup[] {
  return namesIn(folder)
    .filter((entry) => !entry.isDirectory() && /\.jsonl?$/.test(entry.name))
    .map(({ name }) => {
      const path = join(folder, name)
      return { unit: path, project, named: name.replace(/\.jsonl?$/, ''), paths: [path], parent }
    })
}
