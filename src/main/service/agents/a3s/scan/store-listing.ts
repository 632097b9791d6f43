import { join, sep } from 'node:path'
import { checkpointPaths } from '../reading/checkpoint-files'
import { fileStamp, PartPlaces } from '../reading/fingerprint'
import { type FragmentKind, fragmentKinds, idOfFileName, idOfKey, sessionsFolder } from '../store/layout'
import { legacyNamesIn, namesIn } from '../store/list-sessions'

/** A session file of the current layout. */
export interface SessionUnit {
  readonly path: string
  readonly id: string
}

/** What there is to look at in a store, from folder listings alone. */
export interface StoreListing {
  readonly sessions: readonly SessionUnit[]
  /** Root files that may be bare sessions of old releases. */
  readonly legacy: readonly string[]
  /** Ids that have fragments and no session file. */
  readonly fragmentsOnly: readonly SessionUnit[]
  readonly loops: readonly string[]
  readonly workflows: readonly string[]
  readonly places: PartPlaces
  /** Changes when any workflow checkpoint does. */
  readonly workflowStamp: string
}

export function listStore(root: string): StoreListing {
  const folder = sessionsFolder(root)
  const sessions = namesIn(folder).flatMap((name) => {
    const id = idOfFileName(name)
    return id === null ? [] : [{ id, path: folder + sep + name }]
  })
  const legacy = legacyNamesIn(root)
  const workflows = checkpointPaths(root, 'workflow_checkpoints')
  return {
    sessions,
    legacy: legacy.map((name) => join(root, name)),
    fragmentsOnly: fragmentsOnly(root, new Set(sessions.map(({ id }) => id))),
    loops: checkpointPaths(root, 'loop_checkpoints'),
    workflows,
    places: new PartPlaces(root),
    workflowStamp: workflows.map(fileStamp).join('+')
  }
}

/** A session that is gone while parts of it remain is listed too; the first fragment stands for it. */
function fragmentsOnly(root: string, present: ReadonlySet<string>): readonly SessionUnit[] {
  const found = new Map<string, string>()
  for (const kind of fragmentKinds) {
    const folder = join(root, 'v1', kind)
    for (const name of namesIn(folder)) {
      const id = idOfFragment(kind, name)
      if (id !== null && !present.has(id) && !found.has(id)) found.set(id, join(folder, name))
    }
  }
  return [...found].map(([id, path]) => ({ id, path }))
}

function idOfFragment(kind: FragmentKind, name: string): string | null {
  return kind === 'artifacts' ? idOfKey(name) : idOfFileName(name)
}
