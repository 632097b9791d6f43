import { isAbsolute, resolve } from 'node:path'
import { type Moves, movedPath } from '../../../workspaces/relocate'
import { hashOf } from '../../file-store/file-hash'
import { fieldsOf, listOf, textOf } from '../../json-fields/fields'
import { withBytes } from '../../lines/byte-source'
import { recordsFrom } from '../../lines/read-records'
import { operationOf } from '../records/record-kinds'

export interface ChangedSince {
  /** By absolute path as it is now: the SHA-256 of what the last change left; null where that is not recorded. */
  readonly changed: ReadonlyMap<string, string | null>
  readonly commands: readonly string[]
}

/** What the calls of a session did to files, and which commands ran, from a time on. */
export function changedSince(
  path: string,
  { root, moves }: { readonly root: string; readonly moves: Moves | undefined },
  at: number
): ChangedSince {
  const changed = new Map<string, string | null>()
  const commands = new Map<string, string>()
  withBytes(path, (source) => {
    for (const record of recordsFrom(source, 0)) {
      const operation = record.kind === 'record' ? operationOf(record.value) : null
      if (operation?.type !== 'message') continue
      for (const call of listOf(operation.message.toolCalls).map(fieldsOf)) {
        const time = Date.parse(textOf(call.timestamp) ?? textOf(operation.message.timestamp) ?? '')
        if (time < at) continue
        const args = fieldsOf(call.args)
        const file = textOf(args.file_path)
        const command = textOf(args.command)
        if (command !== null) commands.set(textOf(call.id) ?? command, command)
        if (file === null || call.status !== 'success' || !isChange(textOf(call.name))) continue
        changed.set(
          isAbsolute(file) ? movedPath(file, moves) : resolve(root, file),
          leftBehind(call.resultDisplay, args.content)
        )
      }
    }
  })
  return { changed, commands: [...commands.values()] }
}

function isChange(name: string | null): boolean {
  return name === 'write_file' || name === 'replace' || name === 'edit'
}

/** The display of a change holds the whole new file; a write also has it as its argument. */
function leftBehind(display: unknown, content: unknown): string | null {
  const text = textOf(fieldsOf(display).newContent) ?? textOf(content)
  return text === null ? null : hashOf(Buffer.from(text))
}
