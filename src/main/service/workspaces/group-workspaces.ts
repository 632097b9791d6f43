/** One directory as records name it, with the sessions of one source that worked there. */
export interface RecordedPlace {
  readonly source: string
  readonly path: string
  /** Identity of the repository, where the records say so. */
  readonly repository: string | null
  readonly sessions: number
  readonly updatedAt: number | null
}

/** Directories that are one workspace: the same folder, or worktrees of one repository. */
export interface WorkspaceGroup {
  /** The spelling that was used last. */
  readonly path: string
  /** All spellings and folders, that one first. */
  readonly paths: readonly string[]
  readonly repository: string | null
  readonly sessions: number
}

interface Group {
  places: RecordedPlace[]
  repository: string | null
}

/**
 * Puts together what is certainly one workspace: paths with the same key, and paths of which the records name the same repository (cases: B1, B2).
 * Folder names are never decoded, and no folder is looked at. The one used last comes first.
 *
 * @param keyOf the folder that a recorded path means, see `pathKey`.
 */
export function groupWorkspaces(
  places: readonly RecordedPlace[],
  keyOf: (place: RecordedPlace) => string
): readonly WorkspaceGroup[] {
  const byFolder = Map.groupBy(places, keyOf)
  const byRepository = new Map<string, Group>()
  const groups: Group[] = []
  for (const inFolder of byFolder.values()) {
    const repository = soleRepository(inFolder)
    const known = repository === null ? undefined : byRepository.get(repository)
    if (known) known.places.push(...inFolder)
    else {
      const group = { places: [...inFolder], repository }
      groups.push(group)
      if (repository !== null) byRepository.set(repository, group)
    }
  }
  return groups
    .map((group) => ({ group, at: Math.max(...group.places.map(({ updatedAt }) => updatedAt ?? 0)) }))
    .sort((a, b) => b.at - a.at)
    .map(({ group }) => ({ ...shownAs(group), repository: group.repository }))
}

/** A folder in which another repository was checked out later belongs to none for certain. */
function soleRepository(places: readonly RecordedPlace[]): string | null {
  const [first, ...others] = new Set(places.flatMap(({ repository }) => repository ?? []))
  return first !== undefined && others.length === 0 ? first : null
}

function shownAs({ places }: Group): Omit<WorkspaceGroup, 'repository'> {
  const inOrder = places.toSorted((a, b) => (b.updatedAt ?? 0) - (a.updatedAt ?? 0))
  const paths = [...new Set(inOrder.map(({ path }) => path))]
  return { path: paths[0] ?? '', paths, sessions: places.reduce((sum, { sessions }) => sum + sessions, 0) }
}
