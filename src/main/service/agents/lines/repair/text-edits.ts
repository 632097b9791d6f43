import { isUtf8 } from 'node:buffer'
import type { ByteSource } from '../byte-source'
import { chunkBytes } from '../line'
import { nulBlock } from '../parse-bytes'
import type { Edit } from './edit'
import { HalfPairs } from './half-pairs'

const nothing = Buffer.alloc(0)

export interface TextLooks {
  /** Line feeds between values: they would end the line of a record, and are nothing in a document. */
  readonly feeds: 'spaces' | 'stay'
}

/**
 * What a strict parser would not take of a record that could be read: a byte order mark, bare control characters within its texts, halves of
 * surrogate pairs, bytes that are no UTF-8. Read chunk by chunk, whatever its size; in the order of the file.
 */
export function textEdits(
  source: ByteSource,
  { from, to }: { readonly from: number; readonly to: number },
  { feeds }: TextLooks
): readonly Edit[] {
  const all: (readonly Edit[])[] = []
  const controls = new Controls(feeds)
  const halves = new HalfPairs()
  for (let at = from; at < to; ) {
    const read = source.read(at, Math.min(at + chunkBytes, to))
    if (read.length === 0) break
    const isLast = at + read.length >= to
    const chunk = isLast ? read : withoutCutCharacter(read)
    if (at === from) all.push(markEdits(chunk, at))
    // The feed that ends a record is none of its own.
    const own = isLast && chunk.at(-1) === 0x0a ? chunk.subarray(0, -1) : chunk
    all.push(controls.edits(own, at), encodingEdits(chunk, at))
    if (to - from > chunkBytes || chunk.includes('\\ud') || chunk.includes('\\uD')) all.push(halves.edits(chunk, at))
    at += chunk.length
  }
  return [...all, controls.last(), halves.last()].flat().sort((a, b) => a.from - b.from)
}

function markEdits(bytes: Buffer, at: number): readonly Edit[] {
  const isMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return isMark ? [{ from: at, to: at + 3, bytes: nothing, kind: 'mark' }] : []
}

/** Control characters within quotes are escaped, a block of NUL bytes goes; a line feed between values, which would end the line, becomes a space. */
class Controls {
  private readonly feeds: TextLooks['feeds']
  private inText = false
  private escaped = false
  /** The control characters that stood last, all of one kind. */
  private run: { readonly from: number; to: number; readonly byte: number; readonly inText: boolean } | null = null

  constructor(feeds: TextLooks['feeds']) {
    this.feeds = feeds
  }

  edits(bytes: Buffer, at: number): readonly Edit[] {
    const edits: Edit[] = []
    let { inText, escaped } = this
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index] ?? 0
      if (escaped) escaped = false
      else if (byte === 0x22) inText = !inText
      else escaped = byte === 0x5c && inText
      if (byte >= 0x20 || (!inText && (byte !== 0x0a || this.feeds === 'stay'))) continue
      const { run } = this
      if (run?.to === at + index && run.byte === byte) run.to += 1
      else {
        for (const edit of this.last()) edits.push(edit)
        this.run = { from: at + index, to: at + index + 1, byte, inText }
      }
    }
    Object.assign(this, { inText, escaped })
    return edits
  }

  /** What it still holds back. */
  last(): readonly Edit[] {
    const { run } = this
    this.run = null
    if (run === null) return []
    const { from, to, byte } = run
    if (byte === 0 && to - from >= nulBlock) return [{ from, to, bytes: nothing, kind: 'nul' }]
    const instead = run.inText ? JSON.stringify(String.fromCharCode(byte)).slice(1, -1) : ' '
    return [{ from, to, bytes: Buffer.from(instead.repeat(to - from)), kind: 'control' }]
  }
}

/** Runs of bytes that are no ASCII and no UTF-8 either; a parser that is not strict reads the same of them. */
function encodingEdits(bytes: Buffer, at: number): readonly Edit[] {
  if (isUtf8(bytes)) return []
  const edits: Edit[] = []
  for (let from = 0; from < bytes.length; ) {
    let to = from
    while (to < bytes.length && (bytes[to] as number) >= 0x80) to += 1
    const run = bytes.subarray(from, to)
    if (!isUtf8(run)) edits.push({ from: at + from, to: at + to, bytes: Buffer.from(run.toString()), kind: 'encoding' })
    from = to + 1
  }
  return edits
}

/** Without the beginning of a character whose rest is in the next chunk. */
function withoutCutCharacter(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length - 1); back += 1) {
    const byte = bytes[bytes.length - back] as number
    if (byte >= 0xc0) return bytes.subarray(0, bytes.length - back)
    if (byte < 0x80) return bytes
  }
  return bytes
}
