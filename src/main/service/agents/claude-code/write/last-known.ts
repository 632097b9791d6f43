import { join } from 'node:path'
import { type Moves, movedPath } from '../../../workspaces/relocate'
import { hashOf, hashOfFile } from '../../file-store/file-hash'
import { type Fields, fieldsOf, textOf } from '../../json-fields/fields'
import type { ByteSource } from '../../lines/byte-source'
import { recordsFrom } from '../../lines/read-records'
import type { Snapshot } from '../checkpoints/fold-snapshots'
import type { ClaudePlaces } from '../places'
import { blocksOf } from '../records/content-blocks'

/** What a transcript tells of the files that were changed, and of commands that may have changed others. */
export interface Recorded {
  /** By absolute path as it is now: what the last edit made of the file, as a hash; null where that cannot be told from the record. */
  readonly edited: ReadonlyMap<string, string | null>
  /** Commands of the shell after a record, in order. */
  commandsAfter(offset: number): readonly string[]
}

export function readRecorded(source: ByteSource, moves: Moves | undefined): Recorded {
  const edited = new Map<string, string | null>()
  const commands: { readonly from: number; readonly text: string }[] = []
  for (const record of recordsFrom(source, 0)) {
    if (record.kind !== 'record') continue
    const fields = fieldsOf(record.value)
    for (const block of fields.type === 'assistant' ? blocksOf(fieldsOf(fields.message).content) : []) {
      const command = block.type === 'tool_use' ? textOf(fieldsOf(block.input).command) : null
      if (command !== null) commands.push({ from: record.from, text: command })
    }
    const result = fieldsOf(fields.toolUseResult)
    const path = textOf(result.filePath)
    if (path !== null && (result.type !== 'text' || result.oldString !== undefined)) {
      edited.set(movedPath(path, moves), record.shortened ? null : hashAfter(result))
    }
  }
  return { edited, commandsAfter: (offset) => commands.filter(({ from }) => from > offset).map(({ text }) => text) }
}

/** What a write or an edit left behind. */
function hashAfter(result: Fields): string | null {
  const written = textOf(result.content)
  if (written !== null) return hashOf(Buffer.from(written))
  const [before, old, now] = [textOf(result.originalFile), textOf(result.oldString), textOf(result.newString)]
  if (before === null || old === null || now === null || old === '') return null
  const after = result.replaceAll === true ? before.replaceAll(old, () => now) : before.replace(old, () => now)
  return hashOf(Buffer.from(after))
}

/** Hashes of everything that Claude Code kept of a file: what holds one of these is nobody's newer work. */
export function keptHashes(
  places: ClaudePlaces,
  session: string,
  snapshots: readonly Snapshot[],
  name: string
): ReadonlySet<string> {
  const names = new Set(snapshots.flatMap(({ files }) => files.get(name)?.name ?? []))
  return new Set([...names].flatMap((backup) => hashOfFile(join(places.fileHistory, session, backup)) ?? []))
}
