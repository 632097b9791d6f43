import { asObject, asText, type JsonObject } from '../../json-access'

/** A prompt as `opencode run "..."` stores it: each argument with a blank in it stands in quotes. */
const quoted = /^"([^"\\]*(?:\\[\s\S][^"\\]*)*)"$/

/** No command line takes more than this in one argument. */
const longestArgument = 2 * 1024 * 1024

/** What the person wrote: the quotes that `opencode run` puts around it are no part of that. */
export function unquoted(text: string): string {
  if (text.length > longestArgument) return text
  const inner = quoted.exec(text.trim())?.[1]
  return inner === undefined || !/\s/.test(inner) ? text : inner.replaceAll('\\"', '"')
}

/** Whether a part holds words of the person, and not what opencode put beside them (cases: C12). */
export function isTyped(part: JsonObject): boolean {
  return part.type === 'text' && part.synthetic !== true && part.ignored !== true && asText(part.text) !== null
}

/** The prompt in the parts of a message of the person. */
export function promptOf(parts: readonly JsonObject[]): string {
  return parts
    .filter(isTyped)
    .map((part) => unquoted(asText(part.text) ?? ''))
    .join('\n\n')
}

export function roleOf(info: JsonObject | null): 'user' | 'assistant' | null {
  // The first generation kept the time in `metadata`, and the role as it is now.
  const role = info?.role
  return role === 'user' || role === 'assistant' ? role : null
}

export function timeOf(info: JsonObject | null): JsonObject {
  const time = asObject(info?.time)
  return time.created === undefined ? asObject(asObject(info?.metadata).time) : time
}
