import type { ByteSource } from './byte-source'
import { lineFeed, longestLine } from './line'
import { parseBytes } from './parse-bytes'

/** A record's place in the tree of a conversation. */
export interface Link {
  readonly from: number
  readonly id: string
  /** Null for one that hangs on nothing; undefined for one that says nothing of it, which follows the record before. */
  readonly parent: string | null | undefined
}

/** How a format links its records. */
export interface LinkShape {
  /** What a line mostly begins with: the id, then the parent or nothing; any other spelling is parsed. */
  readonly head: RegExp
  /** The same of a parsed record; null for one that is no part of the tree. */
  linkOf(value: unknown): Omit<Link, 'from'> | null
}

const pieceBytes = 1024 * 1024
const headBytes = 400

/** Links of all records from a line's beginning on, in the order of the file. Of most lines only the first bytes are looked at. */
export function readLinks(source: ByteSource, from: number, shape: LinkShape): readonly Link[] {
  const links: Link[] = []
  let start = from
  for (let at = from; at < source.size; ) {
    const piece = source.read(at, Math.min(source.size, at + pieceBytes))
    if (piece.length === 0) break
    for (let feed = piece.indexOf(lineFeed); feed !== -1; feed = piece.indexOf(lineFeed, start - at)) {
      // A line that began before this piece is read again.
      const end = Math.min(at + feed, start + headBytes)
      const first = start >= at ? piece.subarray(start - at, end - at) : source.read(start, end)
      take(links, source, shape, first, { from: start, to: at + feed })
      start = at + feed + 1
    }
    at += piece.length
  }
  if (start < source.size) {
    const first = source.read(start, Math.min(source.size, start + headBytes))
    take(links, source, shape, first, { from: start, to: source.size })
  }
  return links
}

interface Place {
  readonly from: number
  readonly to: number
}

function take(links: Link[], source: ByteSource, shape: LinkShape, first: Buffer, { from, to }: Place): void {
  const match = shape.head.exec(first.toString('latin1'))
  if (match?.[1] !== undefined) {
    links.push({ from, id: match[1], parent: match[2] ?? null })
    return
  }
  if (to - from < 2 || to - from > longestLine) return
  const link = shape.linkOf(parseBytes(source.read(from, to))?.value)
  if (link !== null) links.push({ from, ...link })
}
