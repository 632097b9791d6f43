import type { ByteSource } from './byte-source'
import { endOfJson } from './end-of-json'
import { chunkBytes, type Line, longestLine } from './line'
import type { LineRecord, UnreadableBytes } from './line-record'
import { parseBytes } from './parse-bytes'
import { salvageLine } from './salvage'
import { shortenJson } from './shorten-json'

/** Pieces between NUL blocks of one line; what stands behind so many of them is not looked at. */
const mostPieces = 10_000
/** Bytes that are gone through in trying where a record may begin within one piece. */
const mostBytes = 512 * 1024 * 1024

/** The records of a line that is too long to be held, gone through chunk by chunk; damaged ones are taken apart as short ones are (cases: C1, C3). */
export function longLine(source: ByteSource, { from, to, ended }: Line): readonly LineRecord[] {
  const whole = shortened(source, from, to)
  if (whole?.kind === 'record') return [whole]
  const end = ended ? to - 1 : to
  const pieces = piecesOf(source, from, end)
  const [first] = pieces
  if (pieces.length === 1 && first?.reason === null && isWhole(source, first)) return [tooLong(from, to)]
  return pieces.flatMap((piece) => {
    const unfinished = !ended && to >= source.size && piece.to === end
    const { reason, ...range } = piece
    return reason === null ? salvagePiece(source, range, unfinished) : [{ kind: 'unreadable', ...range, reason }]
  })
}

interface Range {
  readonly from: number
  readonly to: number
}

interface Piece extends Range {
  /** null for bytes that may hold records. */
  readonly reason: UnreadableBytes['reason'] | null
}

/** NUL blocks and what stands between them. */
function piecesOf(source: ByteSource, from: number, to: number): readonly Piece[] {
  const pieces: Piece[] = []
  for (let at = from; at < to; ) {
    if (pieces.length >= mostPieces) return [...pieces, { from: at, to, reason: 'syntax' }]
    const nul = indexOf(source, (chunk) => chunk.indexOf(0), at, to)
    if (nul > at) pieces.push({ from: at, to: nul, reason: null })
    at = indexOf(source, firstOther, nul, to)
    if (at > nul) pieces.push({ from: nul, to: at, reason: 'nul' })
  }
  return pieces
}

const zeros = Buffer.alloc(chunkBytes)

/** The first byte that is no NUL. */
function firstOther(chunk: Buffer): number {
  if (chunk.equals(zeros.subarray(0, chunk.length))) return -1
  return chunk.findIndex((byte) => byte !== 0)
}

/** Where something stands that is looked for in chunks, which meet with so many bytes in common; `to` where it does not. */
function indexOf(source: ByteSource, find: (chunk: Buffer) => number, from: number, to: number, common = 0): number {
  for (let at = from; at < to; ) {
    const chunk = source.read(at, Math.min(at + chunkBytes, to))
    const index = find(chunk)
    if (index !== -1) return at + index
    if (chunk.length <= common) break
    at += chunk.length - common
  }
  return to
}

function salvagePiece(source: ByteSource, { from, to }: Range, unfinished: boolean): readonly LineRecord[] {
  if (to - from <= longestLine) return salvageLine(source.read(from, to), from, unfinished)
  const found: LineRecord[] = []
  const budget = { bytes: mostBytes }
  let at = afterSpace(source, from, to)
  for (let next = nextRecord(source, at, to, budget); next !== null; next = nextRecord(source, at, to, budget)) {
    if (next.from > at) found.push({ kind: 'unreadable', from: at, to: next.from, reason: 'syntax' })
    found.push(next)
    at = afterSpace(source, next.to, to)
  }
  if (at < to) found.push({ kind: 'unreadable', from: at, to, reason: unfinished ? 'unfinished' : 'syntax' })
  return found
}

const objectBegins = Buffer.from('{"')

/** The next whole object that is a record of its own, by the rules of `salvageLine`. */
function nextRecord(source: ByteSource, from: number, to: number, budget: { bytes: number }): LineRecord | null {
  const candidate = (at: number) => indexOf(source, (chunk) => chunk.indexOf(objectBegins), at, to, 1)
  for (let at = source.read(from, from + 1)[0] === 0x7b ? from : candidate(from); at < to; ) {
    if (budget.bytes < 0) return null
    const end = endOfJson(source, at, to)
    budget.bytes -= (end ?? to) - at
    if (end === null) at = candidate(at + 1)
    else {
      const after = afterSpace(source, end, to)
      const isOwn = at === from || after === to || source.read(after, after + 1)[0] === 0x7b
      const record = isOwn ? recordIn(source, at, end) : null
      if (record !== null) return record
      // Nothing within a whole object is a record of its own.
      at = candidate(end)
    }
  }
  return null
}

/** What was found to be a whole object. */
function recordIn(source: ByteSource, from: number, to: number): LineRecord | null {
  if (to - from > longestLine) {
    const record = shortened(source, from, to)
    return record.kind === 'record' ? { ...record, recovered: true } : record
  }
  const parsed = parseBytes(source.read(from, to))
  if (parsed === null) return null
  const record = { kind: 'record', from, to, value: parsed.value, recovered: true } as const
  return parsed.replaced ? { ...record, replaced: true } : record
}

function shortened(source: ByteSource, from: number, to: number): LineRecord {
  const short = shortenJson(source, from, to)
  const parsed = short === null ? null : parseBytes(short)
  return parsed === null ? tooLong(from, to) : { kind: 'record', from, to, value: parsed.value, shortened: true }
}

function tooLong(from: number, to: number): UnreadableBytes {
  return { kind: 'unreadable', from, to, reason: 'long' }
}

function isWhole(source: ByteSource, { from, to }: Range): boolean {
  const hasMark = source.read(from, from + 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))
  const end = endOfJson(source, afterSpace(source, hasMark ? from + 3 : from, to), to)
  return end !== null && afterSpace(source, end, to) === to
}

function afterSpace(source: ByteSource, from: number, to: number): number {
  return indexOf(source, (chunk) => chunk.findIndex((byte) => !isSpace(byte)), from, to)
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === 0x0a
}
