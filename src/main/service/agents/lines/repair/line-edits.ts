import type { ByteSource } from '../byte-source'
import { lineFeed } from '../line'
import type { ReadRecord, UnreadableBytes } from '../line-record'
import { recordsFrom } from '../read-records'
import type { Edit } from './edit'
import { textEdits } from './text-edits'

const nothing = Buffer.alloc(0)
const feed = Buffer.from('\n')
const removed: Readonly<Record<UnreadableBytes['reason'], string | null>> = {
  nul: 'nul',
  unfinished: 'torn',
  syntax: 'fragment',
  // It may be sound; nobody has parsed it.
  long: null
}

/**
 * What makes a file of JSON lines one that a strict reader takes as a whole, with every record that Reprise reads in it on a line of its own
 * (cases: C1 to C5). Sound lines stay as they are, byte for byte.
 */
export function lineEdits(source: ByteSource): readonly Edit[] {
  const edits: Edit[] = []
  let last: ReadRecord | null = null
  let between = 'glued'
  for (const record of recordsFrom(source, 0)) {
    if (record.kind === 'unreadable') {
      const kind = removed[record.reason]
      if (kind !== null) edits.push({ from: record.from, to: record.to, bytes: nothing, kind })
      between = kind ?? between
      continue
    }
    if (last !== null && sharesLine(source, last, record))
      edits.push({ from: record.from, to: record.from, bytes: feed, kind: between })
    if (record.shortened === undefined) edits.push(...editsOf(source, record))
    last = record
    between = 'glued'
  }
  const closed = edits.map((edit, index) => (isLastOfLine(source, edits, index) ? { ...edit, to: edit.to + 1 } : edit))
  return last === null || hasFeed(source, last.to, source.size) || byteAt(source, last.to - 1) === lineFeed
    ? closed
    : [...closed, { from: source.size, to: source.size, bytes: feed, kind: between === 'glued' ? 'unended' : between }]
}

function editsOf(source: ByteSource, { from, to, replaced }: ReadRecord): readonly Edit[] {
  return textEdits(source.read(from, to), from, { replaced: replaced === true, feeds: 'spaces' })
}

function sharesLine(source: ByteSource, last: ReadRecord, next: ReadRecord): boolean {
  return next.recovered === true && byteAt(source, last.to - 1) !== lineFeed && !hasFeed(source, last.to, next.from)
}

function hasFeed(source: ByteSource, from: number, to: number): boolean {
  return to > from && source.read(from, to).includes(lineFeed)
}

/** Whether nothing but removed bytes stands on the line that ends after this edit: then its feed goes too. */
function isLastOfLine(source: ByteSource, edits: readonly Edit[], index: number): boolean {
  const edit = edits[index]
  if (edit === undefined || edit.bytes.length > 0 || byteAt(source, edit.to) !== lineFeed) return false
  let first = index
  while (first > 0 && edits[first - 1]?.to === edits[first]?.from && edits[first - 1]?.bytes.length === 0) first -= 1
  const from = edits[first]?.from ?? 0
  return from === 0 || byteAt(source, from - 1) === lineFeed
}

function byteAt(source: ByteSource, at: number): number | undefined {
  return at < 0 ? undefined : source.read(at, at + 1)[0]
}
