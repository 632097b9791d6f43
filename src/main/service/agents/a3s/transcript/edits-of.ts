import type { ToolCall } from '@shared/domain/transcript'
import { fieldsOf, listOf, textOf } from '../fields'

type Edits = NonNullable<ToolCall['edits']>

/** What a call does to files, where its input says so: the agent's `edit`, `write` and `patch` tools. */
export function editsOf(name: string, input: unknown): Edits {
  const { file_path: filePath, path: plainPath, content, patch, edits } = fieldsOf(input)
  const path = textOf(filePath ?? plainPath)
  if (path === '') return []
  const replaced = [input, ...listOf(edits)].flatMap((edit) => {
    const { old_string: before, new_string: after } = fieldsOf(edit)
    return typeof before === 'string' && typeof after === 'string' ? [{ path, before, after }] : []
  })
  if (replaced.length > 0) return replaced
  if (typeof patch === 'string') return [{ path, patch }]
  return name === 'write' && typeof content === 'string' ? [{ path, after: content }] : []
}
