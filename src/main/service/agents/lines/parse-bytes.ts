import { isUtf8 } from 'node:buffer'

/** So many NUL bytes within a text are a block that a crash left, and no part of it. */
export const nulBlock = 512

export type Parsed = { readonly value: unknown; readonly replaced: boolean } | null

/** Parses one JSON text of bytes; null when it is none. A byte order mark is skipped, bytes that are no UTF-8 are replaced. */
export function parseBytes(bytes: Buffer): Parsed {
  const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const text = bytes.toString('utf8', mark ? 3 : 0)
  const value = parseText(text)
  if (value === undefined) return null
  return { value, replaced: text.includes('\ufffd') && !isUtf8(bytes) }
}

/** Undefined when the text is no JSON, also not with its bare control characters escaped (cases: C4). */
function parseText(text: string): unknown {
  const value = parseStrictly(text)
  return value !== undefined || !hasControl(text) ? value : parseStrictly(escapeControls(text))
}

function parseStrictly(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function hasControl(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) < 0x20) return true
  return false
}

/** Escapes control characters inside of quoted texts, and leaves out blocks of NUL there; those between values are white space and stay. */
function escapeControls(text: string): string {
  let escaped = ''
  let from = 0
  let inText = false
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit === 0x5c && inText) index += 1
    else if (unit === 0x22) inText = !inText
    else if (unit < 0x20 && inText) {
      const nuls = unit === 0 ? nulsAt(text, index) : 0
      const isBlock = nuls >= nulBlock
      escaped += text.slice(from, index) + (isBlock ? '' : `\\u${unit.toString(16).padStart(4, '0')}`)
      index += isBlock ? nuls - 1 : 0
      from = index + 1
    }
  }
  return from === 0 ? text : escaped + text.slice(from)
}

function nulsAt(text: string, from: number): number {
  let to = from
  while (text.charCodeAt(to) === 0) to += 1
  return to - from
}
