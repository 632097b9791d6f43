import { type Fields, fieldsOf, numberOf, textOf, timeOf } from '../../json-fields/fields'
import type { ByteSource } from '../../lines/byte-source'
import { recordsFrom } from '../../lines/read-records'
import { isNoBackup } from '../records/line-marks'
import { promptOf } from '../records/prompt'

/** A file as it was before the change that a checkpoint belongs to. */
export interface FileBackup {
  /** Name of the backup; null when the file did not exist. */
  readonly name: string | null
  readonly version: number | null
  readonly at: number | null
  /** Folder that the file really lies in, where that is recorded. */
  readonly folder: string | null
}

export interface Snapshot {
  readonly messageId: string
  at: number | null
  /** The prompt that it stands before; null when that is not in the file. */
  prompt: string | null
  /** Nothing of a conversation stands before that prompt. */
  begins: boolean
  /** By path: relative to the working directory, or absolute outside of it. */
  readonly files: Map<string, FileBackup>
}

/**
 * The snapshots of a transcript in their order. Two eras are told the same way: one writes a snapshot again with more files
 * (`isSnapshotUpdate`), the later one adds a file by a delta that names the snapshot. Both only add: what is known of a file stays, since a
 * later backup holds what an edit made of it (cases: A8).
 */
export function foldSnapshots(source: ByteSource): readonly Snapshot[] {
  const snapshots = new Map<string, Snapshot>()
  const prompts = new Map<string, { readonly text: string; readonly begins: boolean }>()
  for (const record of recordsFrom(source, 0, source.size, (_line, bytes) => isNoBackup(bytes))) {
    if (record.kind !== 'record') continue
    const fields = fieldsOf(record.value)
    if (fields.type === 'file-history-snapshot') addSnapshot(snapshots, fields)
    else if (fields.type === 'file-history-delta') addDelta(snapshots, fields)
    else if (fields.type === 'user') {
      const uuid = textOf(fields.uuid)
      const text = promptOf(fields)?.text
      if (uuid !== null && text !== undefined) prompts.set(uuid, { text: text.slice(0, 400), begins: begins(fields) })
    }
  }
  for (const snapshot of snapshots.values()) {
    const prompt = prompts.get(snapshot.messageId)
    snapshot.prompt = prompt?.text ?? null
    snapshot.begins = prompt?.begins ?? true
  }
  return [...snapshots.values()]
}

function begins(fields: Fields): boolean {
  return textOf(fields.parentUuid) === null && textOf(fields.logicalParentUuid) === null
}

function addSnapshot(snapshots: Map<string, Snapshot>, fields: Fields): void {
  const snapshot = fieldsOf(fields.snapshot)
  const messageId = textOf(snapshot.messageId) ?? textOf(fields.messageId)
  if (messageId === null) return
  const known = snapshotOf(snapshots, messageId)
  known.at ??= timeOf(snapshot.timestamp)
  for (const [path, backup] of Object.entries(fieldsOf(snapshot.trackedFileBackups))) addFile(known, path, backup)
}

function addDelta(snapshots: Map<string, Snapshot>, fields: Fields): void {
  const messageId = textOf(fields.snapshotMessageId)
  const path = textOf(fields.trackingPath)
  if (messageId === null || path === null) return
  addFile(snapshotOf(snapshots, messageId), path, fields.backup)
}

function snapshotOf(snapshots: Map<string, Snapshot>, messageId: string): Snapshot {
  const known = snapshots.get(messageId)
  if (known) return known
  const made: Snapshot = { messageId, at: null, prompt: null, begins: true, files: new Map() }
  snapshots.set(messageId, made)
  return made
}

function addFile(snapshot: Snapshot, path: string, value: unknown): void {
  const backup = fieldsOf(value)
  if (snapshot.files.has(path)) return
  snapshot.files.set(path, {
    name: textOf(backup.backupFileName),
    version: numberOf(backup.version),
    at: timeOf(backup.backupTime),
    folder: textOf(backup.realParentDir)
  })
}
