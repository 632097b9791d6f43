import { type Fields, fieldsOf, listOf, numberOf, textOf, timeOf } from '../../json-fields/fields'
import type { ByteSource } from '../../lines/byte-source'
import type { Line } from '../../lines/line'
import { recordsFrom } from '../../lines/read-records'
import { promptOf } from '../records/prompt'

/** What Qwen Code kept of a file. */
export interface Backup {
  /** Name of the copy; null where the file did not exist. */
  readonly name: string | null
  /** 1 is the state before Qwen Code first changed the file. */
  readonly version: number | null
  /** The copy could not be made, so what the file held is not known. */
  readonly failed: boolean
}

/** The files as they were before a prompt. */
export interface Snapshot {
  /** `<session>########<number>`; a fork keeps those of its parent. */
  readonly promptId: string
  readonly at: number | null
  readonly prompt: string | null
  /** Offset of the record of that prompt; null where it is not in the file. */
  readonly promptFrom: number | null
  /** No other prompt stands before that one. */
  readonly begins: boolean
  /** Offset of the record that says so last. */
  readonly from: number
  /** By path, which is below the working directory where it is not absolute. */
  readonly files: ReadonlyMap<string, Backup>
}

/** All snapshots of a file, in order; of one that was written again, the last state. */
export function foldSnapshots(source: ByteSource): readonly Snapshot[] {
  const found = new Map<string, Snapshot>()
  let asked: Pick<Snapshot, 'prompt' | 'promptFrom' | 'begins'> = { prompt: null, promptFrom: null, begins: true }
  for (const record of recordsFrom(source, 0, source.size, isOther)) {
    const fields = record.kind === 'record' ? fieldsOf(record.value) : {}
    const prompt = promptOf(fields)
    if (prompt !== null) asked = { prompt: prompt.text, promptFrom: record.from, begins: asked.promptFrom === null }
    if (fields.subtype !== 'file_history_snapshot') continue
    for (const snapshot of listOf(fieldsOf(fields.systemPayload).snapshots).map(fieldsOf)) {
      const promptId = textOf(snapshot.promptId)
      if (promptId === null) continue
      const known = found.get(promptId)
      const at = known?.at ?? timeOf(snapshot.timestamp)
      const { prompt: text, promptFrom, begins } = known ?? asked
      found.set(promptId, {
        promptId,
        at,
        prompt: text,
        promptFrom,
        begins,
        from: record.from,
        files: filesOf(snapshot)
      })
    }
  }
  return [...found.values()]
}

function filesOf(snapshot: Fields): ReadonlyMap<string, Backup> {
  const backups = Object.entries(fieldsOf(snapshot.trackedFileBackups))
  return new Map(
    backups.map(([path, value]) => {
      const backup = fieldsOf(value)
      const name = textOf(backup.backupFileName)
      return [path, { name, version: numberOf(backup.version), failed: backup.failed === true }]
    })
  )
}

/** Lines that are neither a prompt nor a snapshot, told by their bytes. */
function isOther(_line: Line, bytes: Buffer): boolean {
  const head = bytes.subarray(0, 700)
  return !head.includes('"file_history_snapshot"') && !head.includes('"type":"user"')
}
