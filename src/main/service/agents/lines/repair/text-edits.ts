import type { Edit } from './edit'

const nothing = Buffer.alloc(0)
const halfBegins = Buffer.from('\\u')
const replacement = Buffer.from('\\ufffd')

export interface TextLooks {
  /** Whether there are bytes in it that are no UTF-8. */
  readonly replaced: boolean
  /** Line feeds between values: they would end the line of a record, and are nothing in a document. */
  readonly feeds: 'spaces' | 'stay'
}

/**
 * What a strict parser would not take of a record that could be read: a byte order mark, bare control characters within its texts, halves of
 * surrogate pairs, bytes that are no UTF-8. `at` is where it begins in its file.
 */
export function textEdits(bytes: Buffer, at: number, looks: TextLooks): readonly Edit[] {
  if (looks.replaced) return [encodingEdit(bytes, at, looks)]
  return [...markEdits(bytes, at), ...controlEdits(bytes, at, looks), ...surrogateEdits(bytes, at)].sort(
    (a, b) => a.from - b.from
  )
}

function markEdits(bytes: Buffer, at: number): readonly Edit[] {
  const isMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return isMark ? [{ from: at, to: at + 3, bytes: nothing, kind: 'mark' }] : []
}

/** The whole record anew, since what replaces a byte is longer than it was. */
function encodingEdit(bytes: Buffer, at: number, looks: TextLooks): Edit {
  const text = Buffer.from(bytes.toString('utf8'))
  const inner = textEdits(text, 0, { ...looks, replaced: false })
  let mended: Buffer = text
  for (const edit of inner.toReversed())
    mended = Buffer.concat([mended.subarray(0, edit.from), edit.bytes, mended.subarray(edit.to)])
  return { from: at, to: at + bytes.length, bytes: mended, kind: 'encoding' }
}

/** Control characters within quotes are escaped; a line feed between values, which would end the line, becomes a space. */
function controlEdits(bytes: Buffer, at: number, { feeds }: TextLooks): readonly Edit[] {
  const edits: Edit[] = []
  let inText = false
  const end = bytes.at(-1) === 0x0a ? bytes.length - 1 : bytes.length
  for (let index = 0; index < end; index += 1) {
    const byte = bytes[index] ?? 0
    if (byte === 0x5c && inText) index += 1
    else if (byte === 0x22) inText = !inText
    if (byte >= 0x20 || (!inText && (byte !== 0x0a || feeds === 'stay'))) continue
    const instead = inText ? escaped(byte) : ' '
    edits.push({ from: at + index, to: at + index + 1, bytes: Buffer.from(instead), kind: 'control' })
  }
  return edits
}

function escaped(byte: number): string {
  return JSON.stringify(String.fromCharCode(byte)).slice(1, -1)
}

/** Escapes of one half of a pair whose other half is not beside it. */
function surrogateEdits(bytes: Buffer, at: number): readonly Edit[] {
  const edits: Edit[] = []
  for (let index = bytes.indexOf(halfBegins); index !== -1; index = bytes.indexOf(halfBegins, index)) {
    const half = isEscaped(bytes, index) ? null : halfAt(bytes, index)
    if (half === 'high' && halfAt(bytes, index + 6) === 'low') index += 12
    else if (half === null) index += 2
    else {
      edits.push({ from: at + index, to: at + index + 6, bytes: replacement, kind: 'surrogate' })
      index += 6
    }
  }
  return edits
}

/** Whether the backslash here is the second one of two. */
function isEscaped(bytes: Buffer, index: number): boolean {
  let before = index
  while (before > 0 && bytes[before - 1] === 0x5c) before -= 1
  return (index - before) % 2 === 1
}

function halfAt(bytes: Buffer, index: number): 'high' | 'low' | null {
  const code = bytes.toString('latin1', index, index + 6)
  if (/^\\u[dD][89abAB][0-9a-fA-F]{2}$/.test(code)) return 'high'
  return /^\\u[dD][c-fC-F][0-9a-fA-F]{2}$/.test(code) ? 'low' : null
}
