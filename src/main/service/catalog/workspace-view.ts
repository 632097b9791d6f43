import type { SessionQuery } from '@shared/ipc/contract-sessions'
import type { LibraryReader } from '../store/library'
import type { FolderKey } from '../workspaces/folder-keys'
import { groupWorkspaces, type RecordedPlace, type WorkspaceGroup } from '../workspaces/group-workspaces'
import { pathKey } from '../workspaces/path-key'

const mostGroups = 2000

/** Directories of the listed sessions, put together to workspaces. */
export class WorkspaceView {
  private readonly reader: LibraryReader
  private readonly sources: () => readonly string[]
  private readonly keys: () => FolderKey

  constructor(reader: LibraryReader, sources: () => readonly string[], keys: () => FolderKey) {
    this.reader = reader
    this.sources = sources
    this.keys = keys
  }

  /** The ones used last come first. */
  groups(): readonly WorkspaceGroup[] {
    return this.grouped(this.keys()).slice(0, mostGroups)
  }

  /** Recorded paths that a query's workspace or project means; null where it names neither. */
  pathsOf({ workspace, project }: Pick<SessionQuery, 'workspace' | 'project'>): readonly string[] | null {
    if (project !== undefined) {
      const keyOf = this.keys()
      const key = keyOf(project, null)
      const isIn = ({ paths }: WorkspaceGroup) =>
        paths.includes(project) || paths.some((path) => keyOf(path, null) === key)
      return this.grouped(keyOf).find(isIn)?.paths ?? [project]
    }
    return workspace === undefined ? null : this.sameFolder(workspace)
  }

  /** All recorded spellings of one folder. */
  sameFolder(path: string): readonly string[] {
    const keyOf = this.keys()
    const key = keyOf(path, null)
    const places = this.places().filter((place) => keyOf(place.path, place.source) === key)
    return [...new Set([path, ...places.map((place) => place.path)])]
  }

  /** How many listed sessions were recorded in a folder or below it. */
  below(path: string): number {
    const key = pathKey(path)
    const inside = key.endsWith('/') ? key : `${key}/`
    return this.places()
      .filter((place) => pathKey(place.path) === key || pathKey(place.path).startsWith(inside))
      .reduce((sum, { sessions }) => sum + sessions, 0)
  }

  private grouped(keyOf: FolderKey): readonly WorkspaceGroup[] {
    return groupWorkspaces(this.places(), ({ path, source }) => keyOf(path, source))
  }

  /** A session counts where it is listed; in the others of its directories it is found, but counted once. */
  private places(): RecordedPlace[] {
    const sources = JSON.stringify(this.sources())
    const listed = `shown = 1 and parent_kind is not 'subagent' and session.source in (select value from json_each(?))`
    const rows = this.reader.all<RecordedPlace>(
      `select source, workspace as path, repository, count(*) as sessions, max(updated_at) as updatedAt from session
       where ${listed} and workspace is not null group by source, workspace, repository`,
      sources
    )
    const further = this.reader.all<RecordedPlace>(
      `select session.source, directory.path, null as repository, 0 as sessions, max(updated_at) as updatedAt from directory
       join session on session.source = directory.source and session.id = directory.id and session.unit = directory.unit
       where ${listed} group by session.source, directory.path`,
      sources
    )
    return [...rows, ...further]
  }
}
