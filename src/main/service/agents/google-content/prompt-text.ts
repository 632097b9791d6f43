import { type Fields, textOf } from '../json-fields/fields'
import { textOfParts } from './parts'

const files = '--- Content from referenced files ---'

/** Beginnings of texts that the program itself gives to the model in the person's name. */
const injected = /^\s*<(?:session_context|environment_context|system-reminder|system_reminder|summary|state_snapshot)>/

/** What a person typed in a message: nothing that was put in for a file that is named in it. Null when nothing of it was typed. */
export function typedText(parts: readonly Fields[]): string | null {
  const end = parts.findIndex((part) => textOf(part.text)?.trimStart().startsWith(files))
  const own = end === -1 ? parts : parts.slice(0, end)
  const said = own.filter((part) => textOf(part.text) !== null && part.thought !== true)
  if (said.length === 0 || parts.some((part) => part.functionResponse !== undefined)) return null
  const typed = said.filter((part) => !injected.test(textOf(part.text) ?? ''))
  return typed.length === 0 ? null : textOfParts(typed)
}
