import type { ByteSource } from '../../lines/byte-source'
import { lineFeed, longestLine } from '../../lines/line'
import { parseBytes } from '../../lines/parse-bytes'
import { asName, asObject } from '../records/json-access'

/** A record's place in the tree, told by its first bytes. */
export interface Link {
  readonly from: number
  readonly id: string
  readonly parent: string | null
}

const pieceBytes = 1024 * 1024
const headBytes = 400
// pi writes these three first and without space; any other spelling is parsed.
const head = /^\{"type":"[a-z_]{1,40}","id":"([^"\\]{1,80})","parentId":(?:"([^"\\]{1,80})"|null),/

/** Links of all records from a line's beginning on, in the order of the file. Of most lines only the first bytes are looked at. */
export function readLinks(source: ByteSource, from: number): readonly Link[] {
  const links: Link[] = []
  let start = from
  for (let at = from; at < source.size; ) {
    const piece = source.read(at, Math.min(source.size, at + pieceBytes))
    if (piece.length === 0) break
    for (let feed = piece.indexOf(lineFeed); feed !== -1; feed = piece.indexOf(lineFeed, start - at)) {
      take(links, source, piece, at, start, at + feed)
      start = at + feed + 1
    }
    at += piece.length
  }
  if (start < source.size) take(links, source, null, 0, start, source.size)
  return links
}

/** `piece` holds the bytes from `at` on; a line that began before it is read again. */
function take(links: Link[], source: ByteSource, piece: Buffer | null, at: number, from: number, to: number): void {
  const end = Math.min(to, from + headBytes)
  const first = piece !== null && from >= at ? piece.subarray(from - at, end - at) : source.read(from, end)
  const match = head.exec(first.toString('latin1'))
  if (match?.[1] !== undefined) {
    links.push({ from, id: match[1], parent: match[2] ?? null })
    return
  }
  if (to - from < 2 || to - from > longestLine) return
  const record = asObject(parseBytes(source.read(from, to))?.value)
  const id = asName(record.id)
  if (id !== null && record.type !== 'session') links.push({ from, id, parent: asName(record.parentId) })
}
