import type { ByteSource } from './byte-source'
import { chunkBytes, type Line, lineFeed, longestLine } from './line'

/** Lines from the offset of a line's beginning up to `until`, in order. Reads one chunk at a time, and no line twice. */
export function* forwardLines(
  source: ByteSource,
  from: number,
  until = source.size,
  longest = longestLine
): Generator<Line> {
  let start = from
  let pieces: Buffer[] | null = []
  for (let at = from; at < until; ) {
    const chunk = source.read(at, Math.min(at + chunkBytes, until))
    if (chunk.length === 0) break
    let begin = 0
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, begin)) {
      const to = at + end + 1
      const bytes: Buffer | null = to - start > longest ? null : joined(pieces, chunk.subarray(begin, end))
      yield { from: start, to, bytes, ended: true }
      start = to
      begin = end + 1
      pieces = []
    }
    at += chunk.length
    pieces = at - start > longest ? null : pieces
    if (begin < chunk.length) pieces?.push(chunk.subarray(begin))
  }
  const to = Math.min(until, start + (pieces === null ? until - start : lengthOf(pieces)))
  if (to > start) yield { from: start, to, bytes: pieces === null ? null : joined(pieces), ended: false }
}

function joined(pieces: Buffer[] | null, last?: Buffer): Buffer | null {
  if (pieces === null) return null
  const all = last === undefined ? pieces : [...pieces, last]
  return all.length === 1 ? (all[0] ?? null) : Buffer.concat(all)
}

function lengthOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0)
}
