import { decodeString, endOfString, endOfValue, skipSpace } from './json-tokens'

/**
 * Sets members of the outermost object of a JSON text and leaves every other character: order, unknown keys, spellings and space stay. A member
 * that is there is replaced where it stands (of repeated ones each), another one is added at the end. `members` gives JSON text by key; what
 * equals the value that is there changes nothing. A text that is no object comes back as it is. Throws `JsonSyntaxError`.
 */
export function withMembers(text: string, members: Readonly<Record<string, string>>): string {
  const start = skipSpace(text, 0)
  if (text.charCodeAt(start) !== 0x7b) return text
  const missing = new Set(Object.keys(members))
  let changed = ''
  let copied = 0
  let at = skipSpace(text, start + 1)
  const isEmpty = text.charCodeAt(at) === 0x7d
  while (at < text.length && text.charCodeAt(at) !== 0x7d) {
    const keyEnd = endOfString(text, at)
    const key = decodeString(text, at, keyEnd)
    at = skipSpace(text, keyEnd)
    if (text.charCodeAt(at) === 0x3a) at = skipSpace(text, at + 1)
    const end = endOfValue(text, at)
    if (Object.hasOwn(members, key)) {
      missing.delete(key)
      changed += text.slice(copied, at) + members[key]
      copied = end
    }
    at = skipSpace(text, end)
    if (text.charCodeAt(at) === 0x2c) at = skipSpace(text, at + 1)
  }
  const added = [...missing].map((key) => `${JSON.stringify(key)}:${members[key]}`).join(',')
  const comma = added === '' || isEmpty ? '' : ','
  return `${changed}${text.slice(copied, at)}${comma}${added}${text.slice(at)}`
}
