import { ExpectedFailure } from '@shared/ipc/errors'
import type { ClaudePlaces } from '../places'
import { folderOf, longestFolderName } from './encode-folder'
import { statOf } from './find-session'
import { foldedFiles } from './folded-files'
import { filesOfProject, listProjects, type SessionFile } from './session-files'

/**
 * The project folder of a directory whose name is cut. Claude Code appends a hash of the path that differs between its builds, one run by Node
 * and one that brings its own engine, so the name is not made here: it is the folder in which a session already names that directory, of several the
 * one used last. null where there is none yet.
 */
export function longFolderOf(places: ClaudePlaces, cwd: string): string | null {
  const beginning = `${folderOf(cwd).slice(0, longestFolderName)}-`
  const candidates = listProjects(places).filter((name) => name.startsWith(beginning))
  const used = candidates.flatMap((project) =>
    filesOfProject(places.projects, project).flatMap((file) => {
      const at = whenIn(file, cwd)
      return at === null ? [] : [{ project, at }]
    })
  )
  return used.sort((a, b) => b.at - a.at)[0]?.project ?? null
}

/** When the transcript was written last, if it names the directory. */
function whenIn(file: SessionFile, cwd: string): number | null {
  const stat = file.parent === undefined ? statOf(file.path) : null
  if (stat === null) return null
  try {
    return foldedFiles(false).stateOf(file.path, stat).cwds.includes(cwd) ? stat.mtimeMs : null
  } catch (error) {
    if (error instanceof ExpectedFailure) return null
    throw error
  }
}
