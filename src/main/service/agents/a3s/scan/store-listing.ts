import { join, sep } from 'node:path'
import { checkpointPaths } from '../reading/checkpoint-files'
import { fileStamp, PartPlaces } from '../reading/fingerprint'
import { type FragmentKind, fragmentKinds, idOfFileName, idOfKey, sessionsFolder } from '../store/layout'
import { legacyNamesIn, namesIn } from '../store/list-sessions'
import { isThere } from '../store/read-bytes'

/** A session file of the current layout. Its id is decoded when it is asked for: unchanged files do not need it. */
export class SessionUnit {
  readonly path: string
  private readonly name: string
  private decoded: string | null | undefined

  constructor(folder: string, name: string) {
    this.path = folder + sep + name
    this.name = name
  }

  /** null when the name only looks like one of a session. */
  get id(): string | null {
    if (this.decoded === undefined) this.decoded = idOfFileName(this.name)
    return this.decoded
  }
}

/** Parts of a session that has no file. */
export interface LeftParts {
  readonly id: string
  readonly path: string
}

/** What there is to look at in a store, from folder listings alone. */
export interface StoreListing {
  readonly sessions: readonly SessionUnit[]
  /** Root files that may be bare sessions of old releases. */
  readonly legacy: readonly string[]
  /** Ids that have fragments and no session file. */
  readonly fragmentsOnly: readonly LeftParts[]
  readonly loops: readonly string[]
  readonly workflows: readonly string[]
  readonly places: PartPlaces
  /** Changes when any workflow checkpoint does. */
  readonly workflowStamp: string
}

export function listStore(root: string): StoreListing {
  const folder = sessionsFolder(root)
  const workflows = checkpointPaths(root, 'workflow_checkpoints')
  return {
    sessions: namesIn(folder)
      .filter((name) => name.startsWith('id_') && name.endsWith('.json'))
      .map((name) => new SessionUnit(folder, name)),
    legacy: legacyNamesIn(root).map((name) => join(root, name)),
    fragmentsOnly: fragmentsOnly(root),
    loops: checkpointPaths(root, 'loop_checkpoints'),
    workflows,
    places: new PartPlaces(root),
    workflowStamp: workflows.map(fileStamp).join('+')
  }
}

/** A session that is gone while parts of it remain is listed too; the first fragment stands for it. */
function fragmentsOnly(root: string): readonly LeftParts[] {
  const found = new Map<string, string>()
  for (const kind of fragmentKinds) {
    const folder = join(root, 'v1', kind)
    for (const name of namesIn(folder)) {
      const id = idOfFragment(kind, name)
      if (id === null || found.has(id)) continue
      const session = join(sessionsFolder(root), kind === 'artifacts' ? `${name}.json` : name)
      if (!isThere(session)) found.set(id, join(folder, name))
    }
  }
  return [...found].map(([id, path]) => ({ id, path }))
}

function idOfFragment(kind: FragmentKind, name: string): string | null {
  return kind === 'artifacts' ? idOfKey(name) : idOfFileName(name)
}
