import type { Stats } from 'node:fs'
import { join } from 'node:path'
import { fileKey, fragmentFile, fragmentKinds, legacyFragmentFile, legacySessionFile } from '../store/layout'
import { legacyNamesIn } from '../store/list-sessions'
import { isThere, statOf } from '../store/read-bytes'
import { sidecarFolders } from './sidecar'

/** Changes when a file's content may have; empty when there is no file. From `stat` alone. */
export function fileStamp(path: string): string {
  const stat = statOf(path)
  return stat === null ? '' : stampOf(stat)
}

/** Facts that change when a file's content may have. */
export function stampOf({ size, mtimeMs, ctimeMs, ino }: Stats): string {
  return `${size}.${mtimeMs}.${ctimeMs}.${ino}`
}

/** Which of the places that may hold parts of sessions are there; looked up once for a scan. */
export class PartPlaces {
  private readonly paths: readonly ((id: string) => string)[]
  /** Whether a host keeps something beside this store. */
  readonly hasSidecars: boolean

  /** Whether anything but the session's own file can matter. */
  get any(): boolean {
    return this.paths.length > 0
  }

  constructor(root: string) {
    const sidecars = sidecarFolders(root).filter(isThere)
    this.hasSidecars = sidecars.length > 0
    this.paths = [
      ...fragmentKinds
        .filter((kind) => isThere(join(root, 'v1', kind)))
        .map((kind) => (id: string) => fragmentFile(root, kind, id)),
      ...fragmentKinds
        .filter((kind) => isThere(join(root, kind)))
        .map((kind) => (id: string) => legacyFragmentFile(root, kind, id)),
      ...(legacyNamesIn(root).length > 0 ? [(id: string) => legacySessionFile(root, id)] : []),
      ...sidecars.map((folder) => (id: string) => join(folder, `${fileKey(id)}.json`))
    ]
  }

  /** Stamps of a session's file and of every other file that decides what is shown of it. */
  stampOf(path: string, id: string, stat = statOf(path)): string {
    let stamp = stat === null ? '' : stampOf(stat)
    for (const place of this.paths) {
      const part = place(id)
      const of = part === path ? '' : fileStamp(part)
      if (of !== '') stamp += `+${of}`
    }
    return stamp
  }
}
