import type { ByteSource } from './byte-source'
import { chunkBytes, type Line, lineFeed, longestLine } from './line'

/**
 * Lines that end at or before the offset `before` of a line's beginning (or the end of the file), the last one first. `firstBytes` are read at first, for
 * those who mostly need one line.
 */
export function* backwardLines(
  source: ByteSource,
  before: number,
  longest = longestLine,
  firstBytes = chunkBytes
): Generator<Line> {
  let end = Math.min(before, source.size)
  for (let bytes = firstBytes; end > 0; bytes = chunkBytes) {
    const line = lastLine(source, end, longest, bytes)
    if (line === null) return
    yield* line.lines
    end = line.from
  }
}

/** The lines that begin within the last `firstSize` bytes before `end`, or the one line that is longer than that. */
function lastLine(
  source: ByteSource,
  end: number,
  longest: number,
  firstSize: number
): { lines: Line[]; from: number } | null {
  for (let size = firstSize; ; size *= 2) {
    const from = Math.max(0, end - size)
    if (end - from > longest) return overlong(source, from, end)
    const bytes = source.read(from, end)
    if (bytes.length < end - from) return null
    // What stands before the first LF belongs to a line that begins further ahead.
    const first = from === 0 ? 0 : bytes.indexOf(lineFeed) + 1
    if (from !== 0 && (first === 0 || first === bytes.length)) continue
    return { lines: linesIn(bytes, first, from), from: from + first }
  }
}

function linesIn(bytes: Buffer, first: number, offset: number): Line[] {
  const lines: Line[] = []
  for (let begin = first; begin < bytes.length; ) {
    const feed = bytes.indexOf(lineFeed, begin)
    const stop = feed === -1 ? bytes.length : feed
    const to = feed === -1 ? stop : feed + 1
    lines.push({ from: offset + begin, to: offset + to, bytes: bytes.subarray(begin, stop), ended: feed !== -1 })
    begin = to
  }
  return lines.reverse()
}

/** A line that is too long to be held: only where it begins is looked for. */
function overlong(source: ByteSource, from: number, end: number): { lines: Line[]; from: number } | null {
  const ended = source.read(end - 1, end)[0] === lineFeed
  for (let to = end - (ended ? 1 : 0); to > 0; ) {
    const start = Math.max(0, to - chunkBytes)
    const bytes = source.read(start, to)
    if (bytes.length < to - start) return null
    const feed = bytes.lastIndexOf(lineFeed)
    if (feed !== -1 || start === 0) {
      const begin = start + feed + 1
      // The chunk that was searched may end in a line that fits after all.
      if (begin > from) return { lines: linesIn(source.read(begin, end), 0, begin), from: begin }
      return { lines: [{ from: begin, to: end, bytes: null, ended }], from: begin }
    }
    to = start
  }
  return null
}
