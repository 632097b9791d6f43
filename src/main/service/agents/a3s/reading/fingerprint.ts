import { fragmentFile, fragmentKinds, legacyFragmentFile, legacySessionFile } from '../store/layout'
import { statOf } from '../store/read-bytes'
import { sidecarPaths } from './sidecar'

/** Changes when a file's content may have; empty when there is no file. From `stat` alone. */
export function fileStamp(path: string): string {
  const stat = statOf(path)
  return stat === null ? '' : `${stat.size}.${stat.mtimeMs}.${stat.ctimeMs}.${stat.ino}`
}

/** Which of the folders that may hold parts of sessions are there; looked up once for a scan. */
export interface PartFolders {
  /** Folders with fragments or sidecars: only these are looked into for a session's parts. */
  has(folder: string): boolean
}

/** Stamps of a session's file and of every other file that decides what is shown of it. */
export function sessionStamp(root: string, path: string, id: string, folders: PartFolders): string {
  const parts = partPaths(root, id)
    .filter(([folder]) => folders.has(folder))
    .map(([, part]) => part)
    .filter((part) => part !== path)
  const stamps = parts.map(fileStamp).filter((stamp) => stamp !== '')
  return [fileStamp(path), ...stamps].join('+')
}

/** Files that belong to an id, each with the folder whose absence means that there is none. */
function partPaths(root: string, id: string): readonly (readonly [string, string])[] {
  const [state, metadata] = sidecarPaths(root, id)
  return [
    ...fragmentKinds.map((kind) => [`v1/${kind}`, fragmentFile(root, kind, id)] as const),
    ...fragmentKinds.map((kind) => [kind, legacyFragmentFile(root, kind, id)] as const),
    ['.', legacySessionFile(root, id)],
    ['../session-state/v1', state ?? ''],
    ['../metadata', metadata ?? '']
  ]
}
