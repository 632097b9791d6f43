import type { LineRecord } from './line-record'
import { parseBytes } from './parse-bytes'

/** Places within a damaged line where a record may begin, and bytes that are parsed in trying them. */
const mostTries = 200
const mostBytes = 16 * 1024 * 1024

/**
 * What can be read of a line that is no JSON as a whole: NUL blocks are skipped with both sides kept (cases: C1), and whole records are
 * taken out of what was glued together (C3). Ranges that hold nothing are in the answer too, so that it covers all but white space.
 */
export function salvageLine(bytes: Buffer, offset: number, unfinished: boolean): readonly LineRecord[] {
  const found: LineRecord[] = []
  for (let at = 0; at < bytes.length; ) {
    const nul = bytes.indexOf(0, at)
    const end = nul === -1 ? bytes.length : nul
    found.push(...salvageSegment(bytes.subarray(at, end), offset + at, unfinished && nul === -1))
    if (nul === -1) break
    let after = nul
    while (bytes[after] === 0) after += 1
    found.push({ kind: 'unreadable', from: offset + nul, to: offset + after, reason: 'nul' })
    at = after
  }
  return found
}

function salvageSegment(bytes: Buffer, offset: number, unfinished: boolean): LineRecord[] {
  const { from, to } = withoutSpace(bytes)
  if (from === to) return []
  const found: LineRecord[] = []
  const budget = { tries: mostTries, bytes: mostBytes }
  let at = from
  while (at < to) {
    const next = nextRecord(bytes, at, to, budget)
    if (next === null) break
    if (next.from > at) found.push({ kind: 'unreadable', from: offset + at, to: offset + next.from, reason: 'syntax' })
    const { value, replaced } = next
    const record = { kind: 'record', from: offset + next.from, to: offset + next.to, value, recovered: true } as const
    found.push(replaced ? { ...record, replaced: true } : record)
    at = next.to
    while (at < to && isSpace(bytes[at])) at += 1
  }
  if (at < to) {
    found.push({ kind: 'unreadable', from: offset + at, to: offset + to, reason: unfinished ? 'unfinished' : 'syntax' })
  }
  return found
}

interface Found {
  readonly from: number
  readonly to: number
  readonly value: unknown
  readonly replaced: boolean
}

/**
 * The next whole object that is a record of its own: it begins here, or it ends where the segment or where another object follows.
 * An object inside of a torn record is followed by a comma or a bracket, and is not one.
 */
function nextRecord(bytes: Buffer, from: number, to: number, budget: { tries: number; bytes: number }): Found | null {
  for (let at = bytes.indexOf('{', from); at !== -1 && at < to; at = bytes.indexOf('{', at + 1)) {
    if (at !== from && bytes[at + 1] !== 0x22) continue
    budget.tries -= 1
    if (budget.tries < 0 || budget.bytes < 0) return null
    const end = endOfObject(bytes, at, to)
    budget.bytes -= (end ?? to) - at
    if (end === null) continue
    let after = end
    while (after < to && isSpace(bytes[after])) after += 1
    if (after < to && bytes[after] !== 0x7b && at !== from) continue
    const parsed = parseBytes(bytes.subarray(at, end))
    if (parsed !== null) return { from: at, to: end, ...parsed }
  }
  return null
}

/** Where the object that begins here ends; null when it does not. */
function endOfObject(bytes: Buffer, from: number, to: number): number | null {
  let depth = 0
  let inText = false
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at]
    if (inText) {
      if (byte === 0x5c) at += 1
      else if (byte === 0x22) inText = false
    } else if (byte === 0x22) inText = true
    else if (byte === 0x7b || byte === 0x5b) depth += 1
    else if (byte === 0x7d || byte === 0x5d) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return null
}

function withoutSpace(bytes: Buffer): { from: number; to: number } {
  let from = 0
  let to = bytes.length
  while (from < to && isSpace(bytes[from])) from += 1
  while (to > from && isSpace(bytes[to - 1])) to -= 1
  return { from, to }
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === 0x0a
}
