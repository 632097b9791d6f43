import { decodeString, endOfString, endOfValue, skipSpace } from './json-tokens'

/** Where a value stands in its text, in UTF-16 units; `to` is not included. */
export interface Span {
  readonly from: number
  readonly to: number
}

/**
 * Finds the elements of the array at `path` (object keys from the root) without building anything, so that an element can
 * be shown in its own spelling. Of repeated keys the last counts. Empty when there is no array there. Throws `JsonSyntaxError`.
 */
export function elementSpans(text: string, path: readonly string[]): readonly Span[] {
  const array = valueAt(text, path)
  if (array === null || text.charCodeAt(array) !== 0x5b) return []
  const spans: Span[] = []
  let at = skipSpace(text, array + 1)
  while (at < text.length && text.charCodeAt(at) !== 0x5d) {
    const to = endOfValue(text, at)
    spans.push({ from: at, to })
    at = skipSpace(text, to)
    if (text.charCodeAt(at) === 0x2c) at = skipSpace(text, at + 1)
  }
  return spans
}

/** Where the value at `path` stands; null when there is none. Throws `JsonSyntaxError`. */
export function valueSpan(text: string, path: readonly string[]): Span | null {
  const from = valueAt(text, path)
  return from === null ? null : { from, to: endOfValue(text, from) }
}

function valueAt(text: string, path: readonly string[]): number | null {
  let at = skipSpace(text, 0)
  for (const key of path) {
    const inner = memberAt(text, at, key)
    if (inner === null) return null
    at = inner
  }
  return at
}

function memberAt(text: string, object: number, key: string): number | null {
  if (text.charCodeAt(object) !== 0x7b) return null
  let found: number | null = null
  let at = skipSpace(text, object + 1)
  while (at < text.length && text.charCodeAt(at) !== 0x7d) {
    const keyEnd = endOfString(text, at)
    const name = decodeString(text, at, keyEnd)
    at = skipSpace(text, keyEnd)
    if (text.charCodeAt(at) === 0x3a) at = skipSpace(text, at + 1)
    if (name === key) found = at
    at = skipSpace(text, endOfValue(text, at))
    if (text.charCodeAt(at) === 0x2c) at = skipSpace(text, at + 1)
  }
  return found
}
