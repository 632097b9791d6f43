import { type Fields, fieldsOf, listOf, textOf, timeOf } from '../../google-content/fields'
import type { ByteSource } from '../../lines/byte-source'
import type { Line } from '../../lines/line'
import { recordsFrom } from '../../lines/read-records'
import { promptOf } from '../records/prompt'

/** The files as they were before a prompt. */
export interface Snapshot {
  /** `<session>########<number>`; a fork keeps those of its parent. */
  readonly promptId: string
  readonly at: number | null
  readonly prompt: string | null
  /** Absolute path to the name of the copy; null where the file did not exist. */
  readonly files: ReadonlyMap<string, string | null>
}

/** All snapshots of a file, in order; of one that was written again, the last state. */
export function foldSnapshots(source: ByteSource): readonly Snapshot[] {
  const found = new Map<string, Snapshot>()
  let prompt: string | null = null
  for (const record of recordsFrom(source, 0, source.size, isOther)) {
    const fields = record.kind === 'record' ? fieldsOf(record.value) : {}
    prompt = promptOf(fields)?.text ?? prompt
    if (fields.subtype !== 'file_history_snapshot') continue
    for (const snapshot of listOf(fieldsOf(fields.systemPayload).snapshots).map(fieldsOf)) {
      const promptId = textOf(snapshot.promptId)
      if (promptId === null) continue
      const known = found.get(promptId)
      const at = known?.at ?? timeOf(snapshot.timestamp)
      found.set(promptId, { promptId, at, prompt: known?.prompt ?? prompt, files: filesOf(snapshot) })
    }
  }
  return [...found.values()]
}

function filesOf(snapshot: Fields): ReadonlyMap<string, string | null> {
  const backups = Object.entries(fieldsOf(snapshot.trackedFileBackups))
  return new Map(backups.map(([path, backup]) => [path, textOf(fieldsOf(backup).backupFileName)]))
}

/** Lines that are neither a prompt nor a snapshot, told by their bytes. */
function isOther(_line: Line, bytes: Buffer): boolean {
  const head = bytes.subarray(0, 700)
  return !head.includes('"file_history_snapshot"') && !head.includes('"type":"user"')
}
