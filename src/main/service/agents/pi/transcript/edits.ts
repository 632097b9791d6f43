import type { ToolCall } from '@shared/domain/transcript'
import { asList, asName, asObject, asText, type JsonObject } from '../../json-access'

/** What a call of pi's own tools does to a file. */
export function editsOf(tool: string, args: JsonObject): NonNullable<ToolCall['edits']> {
  const path = asName(args.path) ?? asName(args.file_path)
  if (path === null) return []
  if (tool === 'write') {
    const after = asText(args.content)
    return after === null ? [] : [{ path, after }]
  }
  if (tool !== 'edit') return []
  const edits = args.edits === undefined ? [args] : asList(args.edits).map(asObject)
  return edits.flatMap(({ oldText, newText }) => {
    const [before, after] = [asText(oldText), asText(newText)]
    return before === null || after === null ? [] : [{ path, before, after }]
  })
}
