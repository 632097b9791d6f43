import type { ByteSource } from '../../lines/byte-source'
import { lineFeed } from '../../lines/line'
import { parseBytes } from '../../lines/parse-bytes'
import { recordsFrom } from '../../lines/read-records'

const pieceBytes = 1024 * 1024

export interface FoundRecord {
  readonly from: number
  readonly value: unknown
}

/**
 * Records whose line holds one of the words, found by their bytes: nothing else is parsed. `from` is the beginning of a line. A word in
 * a text is found as well, so that what is found has to be looked at.
 */
export function* recordsHolding(source: ByteSource, words: readonly string[], from: number): Generator<FoundRecord> {
  const needles = words.map((word) => Buffer.from(word))
  for (let at = from; at < source.size; ) {
    const piece = source.read(at, Math.min(source.size, at + pieceBytes))
    if (piece.length === 0) return
    const isLast = at + piece.length >= source.size
    const whole = isLast ? piece.length : piece.lastIndexOf(lineFeed) + 1
    if (whole === 0) {
      // One line is longer than a piece.
      const line = longLine(source, at)
      if (line.record !== null) yield line.record
      at = line.to
      continue
    }
    yield* within(piece.subarray(0, whole), needles, at)
    at += whole
  }
}

/** The records of whole lines; each word is looked for once in every byte. */
function* within(lines: Buffer, needles: readonly Buffer[], offset: number): Generator<FoundRecord> {
  const next = needles.map((needle) => lines.indexOf(needle))
  for (;;) {
    const hit = Math.min(...next.map((at) => (at === -1 ? Number.POSITIVE_INFINITY : at)))
    if (hit === Number.POSITIVE_INFINITY) return
    const from = lines.lastIndexOf(lineFeed, hit) + 1
    const feed = lines.indexOf(lineFeed, hit)
    const to = feed === -1 ? lines.length : feed
    const parsed = parseBytes(lines.subarray(from, to))
    if (parsed !== null) yield { from: offset + from, value: parsed.value }
    for (const [index, needle] of needles.entries()) {
      if ((next[index] ?? -1) !== -1 && (next[index] ?? 0) < to) next[index] = lines.indexOf(needle, to)
    }
  }
}

function longLine(source: ByteSource, from: number): { readonly record: FoundRecord | null; readonly to: number } {
  for (const record of recordsFrom(source, from)) {
    const value = record.kind === 'record' ? { from: record.from, value: record.value } : null
    return { record: value, to: Math.max(record.to, from + 1) }
  }
  return { record: null, to: source.size }
}
