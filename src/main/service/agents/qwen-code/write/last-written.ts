import { isAbsolute, resolve } from 'node:path'
import { type Moves, movedPath } from '../../../workspaces/relocate'
import { hashOf } from '../../file-store/file-hash'
import { partsOf } from '../../google-content/parts'
import { fieldsOf, textOf } from '../../json-fields/fields'
import { withBytes } from '../../lines/byte-source'
import { recordsFrom } from '../../lines/read-records'

/** What a transcript tells of files that were changed, and of commands that may have changed others. */
export interface Written {
  /** By absolute path as it is now: SHA-256 of each content that a tool left. */
  readonly files: ReadonlyMap<string, ReadonlySet<string>>
  /** How many shell commands ran after an offset. */
  commandsAfter(offset: number): number
}

export function lastWritten(
  path: string,
  { root, moves }: { readonly root: string; readonly moves: Moves | undefined }
): Written {
  const files = new Map<string, Set<string>>()
  const commands: number[] = []
  withBytes(path, (source) => {
    for (const record of recordsFrom(source, 0)) {
      const fields = record.kind === 'record' ? fieldsOf(record.value) : {}
      for (const part of fields.type === 'assistant' ? partsOf(fieldsOf(fields.message).parts) : []) {
        if (fieldsOf(fieldsOf(part.functionCall).args).command !== undefined) commands.push(record.from)
      }
      const display = fieldsOf(fieldsOf(fields.toolCallResult).resultDisplay)
      const [file, content] = [textOf(display.filePath), textOf(display.newContent)]
      if (file === null || content === null || (record.kind === 'record' && record.shortened)) continue
      const at = isAbsolute(file) ? movedPath(resolve(file), moves) : resolve(root, file)
      files.set(at, (files.get(at) ?? new Set()).add(hashOf(Buffer.from(content))))
    }
  })
  return { files, commandsAfter: (offset) => commands.filter((from) => from > offset).length }
}
