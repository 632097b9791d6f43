import type { ByteSource } from '../../lines/byte-source'
import type { ReadRecord } from '../../lines/line-record'
import { recordsFrom } from '../../lines/read-records'

const pieceBytes = 1024 * 1024
const lineFeed = 0x0a

/**
 * Records whose line holds one of the words, found by their bytes: nothing else is parsed. `from` is the beginning of a line. A word in
 * a text is found as well, so that what is found has to be looked at.
 */
export function* recordsHolding(source: ByteSource, words: readonly string[], from: number): Generator<ReadRecord> {
  for (let at = from; at < source.size; ) {
    const piece = source.read(at, Math.min(source.size, at + pieceBytes))
    if (piece.length === 0) return
    const hit = firstOf(piece, words)
    if (hit === null) {
      // A word may lie across two pieces.
      at += piece.length < pieceBytes ? piece.length : piece.length - 64
      continue
    }
    const start = lineStart(source, at + hit)
    let end = at + hit + 1
    for (const record of recordsFrom(source, start)) {
      if (record.kind === 'record' && record.to > at + hit) yield record
      if (record.to > at + hit) {
        end = record.to
        break
      }
    }
    at = end
  }
}

function firstOf(piece: Buffer, words: readonly string[]): number | null {
  const hits = words.map((word) => piece.indexOf(word)).filter((hit) => hit !== -1)
  return hits.length === 0 ? null : Math.min(...hits)
}

/** Beginning of the line that an offset lies in. */
export function lineStart(source: ByteSource, offset: number): number {
  for (let end = offset; end > 0; ) {
    const start = Math.max(0, end - 64 * 1024)
    const feed = source.read(start, end).lastIndexOf(lineFeed)
    if (feed !== -1) return start + feed + 1
    end = start
  }
  return 0
}
