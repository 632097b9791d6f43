import { JsonSyntaxError } from './json-syntax-error'

const quote = 0x22
const backslash = 0x5c
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const literals = ['true', 'false', 'null'] as const

/** Position of the first character that is no JSON whitespace, at or after `at`. */
export function skipSpace(text: string, at: number): number {
  let position = at
  for (;;) {
    const code = text.charCodeAt(position)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return position
    position += 1
  }
}

/** Position after the closing quote of the string that starts at `at`. Throws `JsonSyntaxError`. */
export function endOfString(text: string, at: number): number {
  if (text.charCodeAt(at) !== quote) throw new JsonSyntaxError('A string was expected', text, at)
  for (let position = at + 1; position < text.length; position += 1) {
    const code = text.charCodeAt(position)
    if (code === quote) return position + 1
    if (code === backslash) position += 1
    else if (code < 0x20) throw new JsonSyntaxError('A control character stands unescaped in a string', text, position)
  }
  throw new JsonSyntaxError('The text ends inside a string', text, text.length)
}

/** The string between `at` and `end` as found by `endOfString`; escapes are decoded, lone surrogates are left as they are. */
export function decodeString(text: string, at: number, end: number): string {
  const inner = text.slice(at + 1, end - 1)
  if (!inner.includes('\\')) return inner
  try {
    return JSON.parse(text.slice(at, end)) as string
  } catch {
    throw new JsonSyntaxError('A string holds an escape that JSON does not know', text, at)
  }
}

/** Position after the number, `true`, `false` or `null` that starts at `at`. Throws `JsonSyntaxError`. */
export function endOfScalar(text: string, at: number): number {
  for (const literal of literals) if (text.startsWith(literal, at)) return at + literal.length
  number.lastIndex = at
  if (number.test(text)) return number.lastIndex
  throw new JsonSyntaxError(at >= text.length ? 'The text ends too early' : 'A value was expected', text, at)
}

/** Position after the value that starts at `at`, whatever its depth. Checks only as much as it needs to find the end. */
export function endOfValue(text: string, at: number): number {
  let depth = 0
  let position = at
  for (;;) {
    const code = text.charCodeAt(position)
    if (code === 0x7b || code === 0x5b) {
      depth += 1
      position += 1
    } else if (code === 0x7d || code === 0x5d) {
      depth -= 1
      position += 1
    } else if (code === quote) position = skipString(text, position)
    else if (depth > 0 && (code === 0x2c || code === 0x3a)) position += 1
    else position = endOfScalar(text, position)
    if (depth <= 0) return position
    position = skipSpace(text, position)
  }
}

/** Like `endOfString`, but looks only for the quote that ends it. */
function skipString(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes += 1
    if (backslashes % 2 === 0) return end + 1
  }
  throw new JsonSyntaxError('The text ends inside a string', text, text.length)
}
