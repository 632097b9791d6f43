import type { ToolCall } from '@shared/domain/transcript'
import { type Fields, fieldsOf, textOf } from '../json-fields/fields'

/** What a call did to a file: from the diff that its result shows, else from its arguments. */
export function editsOf(name: string, args: Fields, display: Fields): NonNullable<ToolCall['edits']> {
  const path = textOf(display.filePath) ?? textOf(args.file_path) ?? textOf(args.absolute_path)
  if (path === null) return []
  const patch = textOf(display.fileDiff)
  if (patch !== null) return [{ path, patch }]
  if (name === 'write_file') return [{ path, after: textOf(args.content) ?? '' }]
  if (name !== 'replace' && name !== 'edit') return []
  return [{ path, before: textOf(args.old_string) ?? '', after: textOf(args.new_string) ?? '' }]
}

/** The wrapper that tells the model not to trust what a command printed. */
const wrapper = /^<untrusted_context>\n?([\s\S]*?)\n?<\/untrusted_context>\s*$/

export function unwrapped(text: string): string {
  return wrapper.exec(text)?.[1] ?? text
}

/** Exit code that the text for the model ends with; 0 for a command that ended without one. Null where it is no command. */
export function exitCodeOf(name: string, text: string, ended: boolean): number | null {
  if (name !== 'run_shell_command' || !ended) return null
  const match = /(?:^|\n)Exit Code: (-?\d{1,10})(?:\n|$)/.exec(text.slice(-2000))
  return match ? Number(match[1]) : /(?:^|\n)Exit Code: \(none\)/.test(text) ? null : 0
}

export function argumentsOf(call: Fields): unknown {
  return call.args ?? fieldsOf(call.functionCall).args ?? null
}
