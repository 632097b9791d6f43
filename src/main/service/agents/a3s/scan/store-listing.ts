import { join } from 'node:path'
import { checkpointPaths } from '../reading/checkpoint-files'
import { fileStamp, type PartFolders } from '../reading/fingerprint'
import { type FragmentKind, fragmentKinds, idOfFileName, idOfKey, sessionsFolder } from '../store/layout'
import { legacyNamesIn, namesIn } from '../store/list-sessions'
import { isThere } from '../store/read-bytes'

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
  readonly folders: PartFolders
  /** Changes when any workflow checkpoint does. */
  readonly workflowStamp: string
}

export function listStore(root: string): StoreListing {
  const folder = sessionsFolder(root)
  const sessions = namesIn(folder).flatMap((name) => {
    const id = idOfFileName(name)
    return id === null ? [] : [{ id, path: join(folder, name) }]
  })
  const legacy = legacyNamesIn(root)
  const workflows = checkpointPaths(root, 'workflow_checkpoints')
  return {
    sessions,
    legacy: legacy.map((name) => join(root, name)),
    fragmentsOnly: fragmentsOnly(root, new Set(sessions.map(({ id }) => id))),
    loops: checkpointPaths(root, 'loop_checkpoints'),
    workflows,
    folders: partFolders(root, legacy.length > 0),
    workflowStamp: workflows.map(fileStamp).join('+')
  }
}

function partFolders(root: string, hasLegacy: boolean): PartFolders {
  const known = new Map<string, boolean>([['.', hasLegacy]])
  return {
    has(folder) {
      const there = known.get(folder) ?? isThere(join(root, folder))
      known.set(folder, there)
      return there
    }
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
