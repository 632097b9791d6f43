import { readFileSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import type { CannotBringBack } from '@shared/domain/plan'
import { type Moves, movedPath } from '../../../workspaces/relocate'
import { hashOfFile } from '../../file-store/file-hash'
import { statOf } from '../../file-store/names-in'
import type { CopiedFile } from '../../file-store/restore-copies'
import { backupFile } from '../checkpoints/backup-file'
import type { Backup } from '../checkpoints/fold-snapshots'
import type { KnownSnapshot } from '../checkpoints/snapshots-of'
import type { QwenPlaces } from '../places'

export interface FilesAt {
  readonly files: readonly CopiedFile[]
  readonly cannot: readonly CannotBringBack[]
}

/** What is known of a session's files. */
interface Known {
  readonly places: QwenPlaces
  readonly session: string
  /** Those that Qwen Code still offers, in order. */
  readonly snapshots: readonly KnownSnapshot[]
  readonly root: string
  readonly moves: Moves | undefined
  /** By absolute path: SHA-256 of what Qwen Code itself wrote. */
  readonly written: ReadonlyMap<string, ReadonlySet<string>>
}

/**
 * The files as they were at a snapshot. A file that Qwen Code first changed later was then as its first copy says, which is how its own `/rewind`
 * goes about it. A copy that is gone leaves its file alone: what is not known is not absent (cases: A11).
 */
export function filesAt(known: Known, at: KnownSnapshot): FilesAt {
  const files: CopiedFile[] = []
  const cannot: CannotBringBack[] = []
  for (const name of new Set(known.snapshots.flatMap((each) => [...each.files.keys()]))) {
    const from = at.files.has(name) ? at : firstOf(known.snapshots, name)
    const then = from === undefined ? undefined : fileThen(known, from, name)
    if (then === undefined) cannot.push({ what: name, because: 'Qwen Code kept no state of it from before that' })
    else if (typeof then === 'string') cannot.push({ what: name, because: then })
    else files.push(then)
  }
  return { files, cannot }
}

function firstOf(snapshots: readonly KnownSnapshot[], name: string): KnownSnapshot | undefined {
  return snapshots.find(({ files }) => files.get(name)?.version === 1)
}

function fileThen(known: Known, from: KnownSnapshot, name: string): CopiedFile | string | undefined {
  const backup = from.files.get(name)
  if (backup === undefined) return undefined
  if (backup.failed) return 'Qwen Code could not copy it then, so what it held is not known'
  const path = isAbsolute(name) ? movedPath(resolve(name), known.moves) : resolve(known.root, name)
  const about = { path, known: knownHashes(known, name, path) }
  if (backup.name === null) return { ...about, content: null, mode: 0o644 }
  const copy = backupFile(known.places, known.session, from, backup.name)
  if (copy === null) return 'its copy is gone, so what it held then is not known'
  return { ...about, content: readFileSync(copy), mode: (statOf(copy)?.mode ?? 0o644) & 0o777 }
}

function knownHashes({ places, session, snapshots, written }: Known, name: string, path: string): ReadonlySet<string> {
  const hashes = new Set(written.get(path))
  for (const snapshot of snapshots) {
    const copy = copyOf(places, session, snapshot, snapshot.files.get(name))
    const hash = copy === null ? null : hashOfFile(copy)
    if (hash !== null) hashes.add(hash)
  }
  return hashes
}

function copyOf(places: QwenPlaces, session: string, snapshot: KnownSnapshot, backup: Backup | undefined) {
  return backup?.name ? backupFile(places, session, snapshot, backup.name) : null
}
