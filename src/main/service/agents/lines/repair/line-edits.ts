import type { ByteSource } from '../byte-source'
import { chunkBytes, lineFeed } from '../line'
import type { LineRecord, UnreadableBytes } from '../line-record'
import { recordsFrom } from '../read-records'
import type { Edit } from './edit'
import { textEdits } from './text-edits'

const nothing = Buffer.alloc(0)
const feed = Buffer.from('\n')
const removed: Readonly<Record<UnreadableBytes['reason'], string | null>> = {
  nul: 'nul',
  unfinished: 'torn',
  syntax: 'fragment',
  // It is sound, and only too long to be held.
  long: null
}

/**
 * What makes a file of JSON lines one that a strict reader takes as a whole, with every record that Reprise reads in it on a line of its own
 * (cases: C1 to C5). Sound lines stay as they are, byte for byte.
 */
export function lineEdits(source: ByteSource): readonly Edit[] {
  const edits = new LineEdits(source)
  for (const record of recordsFrom(source, 0)) edits.see(record)
  return edits.edits()
}

/** The same, of a file whose records are read anyway. */
export class LineEdits {
  private readonly source: ByteSource
  private readonly found: Edit[] = []
  /** What stands last on a line so far. */
  private last: LineRecord | null = null
  private between = 'glued'

  constructor(source: ByteSource) {
    this.source = source
  }

  see(record: LineRecord): void {
    const { source, found, last } = this
    const kind = record.kind === 'unreadable' ? removed[record.reason] : null
    if (kind !== null) {
      found.push({ from: record.from, to: record.to, bytes: nothing, kind })
      this.between = kind
      return
    }
    if (last !== null && sharesLine(source, last, record))
      found.push({ from: record.from, to: record.from, bytes: feed, kind: this.between })
    for (const edit of textEdits(source, record, { feeds: 'spaces' })) found.push(edit)
    this.last = record
    this.between = 'glued'
  }

  edits(): readonly Edit[] {
    const { source, found, last, between } = this
    const closed = found.map((edit, index) =>
      isLastOfLine(source, found, index) ? { ...edit, to: edit.to + 1 } : edit
    )
    return last === null || hasFeed(source, last.to, source.size) || byteAt(source, last.to - 1) === lineFeed
      ? closed
      : [
          ...closed,
          { from: source.size, to: source.size, bytes: feed, kind: between === 'glued' ? 'unended' : between }
        ]
  }
}

function sharesLine(source: ByteSource, last: LineRecord, next: LineRecord): boolean {
  // A record that was read of a line as it stands has it for its own.
  if (next.kind === 'record' && next.recovered === undefined) return false
  return byteAt(source, last.to - 1) !== lineFeed && !hasFeed(source, last.to, next.from)
}

function hasFeed(source: ByteSource, from: number, to: number): boolean {
  for (let at = from; at < to; at += chunkBytes) {
    if (source.read(at, Math.min(at + chunkBytes, to)).includes(lineFeed)) return true
  }
  return false
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
