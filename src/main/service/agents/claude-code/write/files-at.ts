import { readFileSync } from 'node:fs'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { CannotBringBack } from '@shared/domain/plan'
import { type Moves, movedPath } from '../../../workspaces/relocate'
import type { FileBackup, Snapshot } from '../checkpoints/fold-snapshots'
import type { ClaudePlaces } from '../places'
import { statOf } from '../sessions/find-session'

/** A file as it was at a checkpoint. */
export interface FileThen {
  /** Absolute, inside of the working directory. */
  readonly path: string
  /** As the snapshot names it. */
  readonly name: string
  /** null where it did not exist. */
  readonly content: Uint8Array | null
  readonly mode: number
  /** Where its content lies; null where it did not exist. */
  readonly backup: string | null
}

export interface FilesThen {
  readonly files: readonly FileThen[]
  readonly cannot: readonly CannotBringBack[]
}

/**
 * The files of a working directory as they were at a snapshot. A file that Claude Code first changed later was then as its first backup says, which
 * is how its own `/rewind` goes about it. A backup that is gone leaves its file alone: what is not known is not absent (cases: A11).
 */
export function filesAt(
  places: ClaudePlaces,
  session: string,
  snapshots: readonly Snapshot[],
  at: Snapshot,
  { root, moves }: { readonly root: string; readonly moves: Moves | undefined }
): FilesThen {
  const files: FileThen[] = []
  const cannot: CannotBringBack[] = []
  for (const [name, backup] of backupsAt(snapshots, at)) {
    const path = isAbsolute(name) ? movedPath(resolve(name), moves) : resolve(root, name)
    const why = whyNot(path, root) ?? whyLinked(backup, path, moves)
    const then = why === null ? fileThen(places, session, path, name, backup) : why
    if (typeof then === 'string') cannot.push({ what: name, because: then })
    else files.push(then)
  }
  return { files, cannot }
}

/** What each file is put back from: by name, in the order in which they were first tracked. */
export function backupsAt(snapshots: readonly Snapshot[], at: Snapshot): ReadonlyMap<string, FileBackup> {
  const backups = new Map(at.files)
  for (const later of snapshots.slice(snapshots.indexOf(at) + 1)) {
    for (const [name, backup] of later.files) if (!backups.has(name)) backups.set(name, backup)
  }
  return backups
}

function whyNot(path: string, root: string): string | null {
  const way = relative(root, path)
  const isInside = way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
  return isInside ? null : `it lies outside of the working directory ${root}, where Reprise writes nothing`
}

/** A folder on the way may have been a link then; where it leads somewhere else now, that is another file. */
function whyLinked({ folder }: FileBackup, path: string, moves: Moves | undefined): string | null {
  if (folder === null || statOf(movedPath(folder, moves)) !== null || statOf(join(path, '..')) === null) return null
  return `it really lay in ${folder}, which is gone`
}

function fileThen(
  places: ClaudePlaces,
  session: string,
  path: string,
  name: string,
  backup: FileBackup
): FileThen | string {
  if (backup.name === null) return { path, name, content: null, mode: 0o644, backup: null }
  if (!/^[\w.@-]{1,200}$/.test(backup.name)) return 'its backup has a name that Claude Code does not give'
  const from = join(places.fileHistory, session, backup.name)
  try {
    const mode = (statOf(from)?.mode ?? 0o644) & 0o777
    return { path, name, content: readFileSync(from), mode, backup: from }
  } catch {
    return 'its backup is gone, so what it held then is not known'
  }
}
