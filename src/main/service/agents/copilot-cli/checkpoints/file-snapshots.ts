import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { statOf } from '../../file-store/names-in'
import { type Fields, fieldsOf, listOf, numberOf, textOf, timeOf } from '../../json-fields/fields'
import { type SessionFile, snapshotsPath } from '../files/session-files'

/** Files as they were before a turn changed them. */
export interface FileSnapshot {
  readonly id: string
  /** The event of the prompt that the turn answers. */
  readonly event: string | null
  readonly prompt: string | null
  readonly at: number | null
  readonly files: readonly KeptFile[]
}

export interface KeptFile {
  readonly path: string
  /** Name of the copy; null for a file that did not exist. */
  readonly backup: string | null
  /** Where the copy lies; null where there is none to look for. */
  readonly copy: string | null
  /** Whether the copy is there. */
  readonly isThere: boolean
  readonly mode: number
  /** SHA-256 of the file before the turn and after it, where that is recorded. */
  readonly before: string | null
  readonly after: string | null
}

const largest = 64 * 1024 * 1024

/** In the order in which they were made; none where the list of them is missing or damaged. */
export function readSnapshots(file: SessionFile): readonly FileSnapshot[] {
  const { folder } = file
  if (folder === null) return []
  return listOf(read(snapshotsPath(folder)).snapshots).flatMap((value) => {
    const fields = fieldsOf(value)
    const id = textOf(fields.snapshotId) ?? textOf(fields.eventId)
    if (id === null) return []
    const files = Object.values(fieldsOf(fields.files)).flatMap((each) => keptFile(folder, fieldsOf(each)))
    return {
      id,
      event: textOf(fields.eventId),
      prompt: textOf(fields.userMessage),
      at: timeOf(fields.timestamp),
      files
    }
  })
}

function keptFile(folder: string, fields: Fields): readonly KeptFile[] {
  const path = textOf(fields.path)
  const preimage = fieldsOf(fields.preimage)
  if (path === null) return []
  const hashes = { before: textOf(preimage.contentHash), after: textOf(fieldsOf(fields.postimage).contentHash) }
  if (preimage.kind === 'absent') return [{ path, backup: null, copy: null, isThere: true, mode: 0o644, ...hashes }]
  const name = textOf(preimage.backupFile) ?? ''
  const copy = /^[\w.-]{1,128}$/.test(name) ? join(folder, 'rewind-file-snapshots', 'backups', name) : null
  const stat = copy === null ? null : statOf(copy)
  const size = numberOf(preimage.size)
  const isThere = stat !== null && (size === null || stat.size === size)
  const mode = (numberOf(preimage.mode) ?? 0o644) & 0o777
  return [{ path, backup: name, copy, isThere, mode, ...hashes }]
}

function read(path: string): Fields {
  const stat = statOf(path)
  if (stat === null || !stat.isFile() || stat.size > largest) return {}
  try {
    return fieldsOf(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return {}
  }
}
