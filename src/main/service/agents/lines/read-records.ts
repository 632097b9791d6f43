import { backwardLines } from './backward-lines'
import type { ByteSource } from './byte-source'
import { forwardLines } from './forward-lines'
import { chunkBytes, type Line, lineFeed, longestLine } from './line'
import type { LineRecord, ReadRecord } from './line-record'
import { parseBytes } from './parse-bytes'
import { longestRun, resolveRun, wholeLine } from './resolve-lines'

/** Read first of what stands before a place, to see whether a damaged run goes on across it: mostly one line tells. */
const edgeBytes = 4 * 1024

/** Whether a line that ends here may be passed over unread: it holds nothing that is looked for. */
export type Skips = (line: Line, bytes: Buffer) => boolean

/**
 * Records from an offset on, in the order of the file. The offset is 0, or one that a record of this module began or ended at, or what
 * `scannedTo` said of the same file when it was shorter.
 */
export function* recordsFrom(
  source: ByteSource,
  from: number,
  until = source.size,
  skips?: Skips
): Generator<LineRecord> {
  const start = from <= 0 ? { at: 0, beyond: 0 } : runBefore(source, from)
  for (const batch of batches(source, forwardLines(source, start.at, until), start.beyond, false, skips)) {
    for (const record of batch) if (record.from >= from) yield record
  }
}

/** Records that begin before an offset of the same kind, the last one first. */
export function* recordsBefore(source: ByteSource, before: number): Generator<LineRecord> {
  const end = before >= source.size ? { at: source.size, beyond: 0 } : runAfter(source, before)
  for (const batch of batches(source, backwardLines(source, end.at), end.beyond, true)) {
    for (const record of batch.toReversed()) if (record.from < before) yield record
  }
}

/** The record again, whole: a line that was too long to be held is in memory for that time. Null when it is no longer there. */
export function wholeRecord(source: ByteSource, { from, to }: Pick<ReadRecord, 'from' | 'to'>): unknown {
  return parseBytes(source.read(from, to))?.value ?? null
}

/** Where a later scan may go on: after the last line that was ended, since only a line without an end may still grow. */
export function scannedTo(source: ByteSource): number {
  for (let size = 1, end = source.size; end > 0; size = chunkBytes) {
    const from = Math.max(0, end - size)
    const feed = source.read(from, end).lastIndexOf(lineFeed)
    if (feed !== -1) return from + feed + 1
    end = from
  }
  return 0
}

/**
 * Records of a sound line, of a run of damaged ones, or of one line of a long run, each in the order of the file. How many damaged lines
 * stand on the other side of where reading began counts, so that a run reads the same from wherever it is entered.
 */
function* batches(
  source: ByteSource,
  lines: Iterable<Line>,
  beyond: number,
  backwards: boolean,
  skips?: Skips
): Generator<readonly LineRecord[]> {
  let run: Line[] = []
  let length = beyond
  for (const line of lines) {
    const whole = line.bytes !== null && skips?.(line, line.bytes) ? [] : wholeLine(source, line)
    if (whole === null) {
      length += 1
      run.push(line)
      if (length <= longestRun) continue
      for (const each of run) yield resolveRun([each], source.size)
      run = []
      continue
    }
    if (run.length > 0) yield resolveRun(backwards ? run.toReversed() : run, source.size)
    run = []
    length = 0
    yield whole
  }
  if (run.length > 0) yield resolveRun(backwards ? run.toReversed() : run, source.size)
}

/** A place to begin at, and how many damaged lines of the same run stand beyond it. */
interface RunEdge {
  readonly at: number
  readonly beyond: number
}

/** Where a run begins that goes on across an offset; an offset between sound lines stays. It may lie within a line. */
function runBefore(source: ByteSource, offset: number): RunEdge {
  let at = offset
  let count = 0
  for (const line of backwardLines(source, offset, longestLine, edgeBytes)) {
    if (line.ended && wholeLine(source, line) !== null) break
    if (line.ended) count += 1
    if (count > longestRun) return { at, beyond: count }
    at = line.from
  }
  return { at, beyond: 0 }
}

/** Where such a run ends. */
function runAfter(source: ByteSource, offset: number): RunEdge {
  let at = offset
  let count = 0
  const [tail] = backwardLines(source, offset, longestLine, edgeBytes)
  const start = tail === undefined || tail.ended ? offset : tail.from
  for (const line of forwardLines(source, start)) {
    const cut = line.from < offset
    if (!cut && wholeLine(source, line) !== null) break
    if (!cut) count += 1
    if (count > longestRun) return { at, beyond: count }
    at = line.to
  }
  return { at, beyond: 0 }
}
