import { join } from 'node:path'
import { fingerprintOf, namesIn, statOf } from '../../file-store/names-in'

/** The log of one session, which also holds the events of its subagents. */
export interface SessionFile {
  /** Path below the root, with `/`; what a scan calls its unit. */
  readonly unit: string
  readonly path: string
  readonly id: string
  /** What Copilot CLI keeps beside the log; null in the layout before, which had a file and no folder. */
  readonly folder: string | null
}

const sessions = 'session-state'
const log = 'events.jsonl'

/** All logs of a root. */
export function sessionFiles(root: string): readonly SessionFile[] {
  return namesIn(join(root, sessions)).flatMap((entry) => {
    if (entry.isDirectory()) return inFolder(root, entry.name) ?? []
    return entry.name.endsWith('.jsonl') ? alone(root, entry.name.slice(0, -'.jsonl'.length)) : []
  })
}

/** The log of a session of this id; null when there is none. */
export function sessionFile(root: string, id: string): SessionFile | null {
  if (id === '' || id === '.' || id === '..' || id.length > 200 || /[/\\\0]/.test(id)) return null
  const file = inFolder(root, id) ?? alone(root, id)
  return statOf(file.path) === null ? null : file
}

/** Changes whenever something does that the list or the transcript shows. */
export function fingerprint({ path, folder }: SessionFile): string | null {
  const stat = statOf(path)
  if (stat === null) return null
  const beside = folder === null ? [] : [workspacePath(folder), snapshotsPath(folder)].map(statOf)
  return [stat, ...beside].map((each) => (each === null ? '' : fingerprintOf(each))).join('|')
}

export function workspacePath(folder: string): string {
  return join(folder, 'workspace.yaml')
}

/** Where the files are listed that were kept before turns changed them. */
export function snapshotsPath(folder: string): string {
  return join(folder, 'rewind-file-snapshots', 'index.json')
}

function inFolder(root: string, id: string): SessionFile | null {
  const folder = join(root, sessions, id)
  const path = join(folder, log)
  return statOf(path) === null ? null : { unit: `${sessions}/${id}/${log}`, path, id, folder }
}

function alone(root: string, id: string): SessionFile {
  return { unit: `${sessions}/${id}.jsonl`, path: join(root, sessions, `${id}.jsonl`), id, folder: null }
}
