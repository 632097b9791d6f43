import { join } from 'node:path'
import type { Finding } from '@shared/domain/finding'
import { statOf } from '../../file-store/names-in'
import type { ProjectFolder, Workspaces } from '../files/project-folders'
import type { GeminiPlaces } from '../places'

/**
 * Gemini CLI looks for the sessions of a directory in one folder: the one that `projects.json` names for it, as long as no other directory owns that
 * folder. A name that is missing there it finds again by the `.project_root` in the folders. What lies in a second folder of the same directory it does not list.
 * Null where that is this folder, or none is known.
 */
export function folderThatIsListed(
  places: GeminiPlaces,
  project: ProjectFolder,
  workspaces: Workspaces
): ProjectFolder | null {
  const directory = workspaces.of(project)
  const name = directory === null ? null : workspaces.nameOf(directory)
  if (name === null || name === project.name) return null
  const other = { name, path: join(places.tmp, name) }
  // A folder that another directory owns is given up by Gemini CLI, and the one with the right owner is taken.
  return statOf(other.path) === null || workspaces.of(other) !== directory ? null : other
}

export function otherFolderFindings(
  places: GeminiPlaces,
  project: ProjectFolder,
  workspaces: Workspaces
): readonly Finding[] {
  const other = folderThatIsListed(places, project, workspaces)
  if (other === null) return []
  return [
    {
      code: 'gemini.project.other-folder',
      severity: 'notice',
      what: `Gemini CLI lists the sessions of ${workspaces.of(project)} from another folder, ${other.name}, so it does not list this one.`,
      where: project.path,
      still: 'The session is whole.',
      does: 'Reprise leaves the list of projects as it is: only Gemini CLI writes it.',
      can: 'The session can be moved into that folder, as a mending.'
    }
  ]
}
