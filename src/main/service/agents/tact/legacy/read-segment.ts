import { readFile } from 'node:fs/promises'
import type { StoredRow } from '../record'
import { decompressFrame, zstdFrames } from './zstd-frames'

export interface SegmentRows {
  readonly rows: readonly StoredRow[]
  /** Whether the file ends where a record ends. */
  readonly whole: boolean
}

const newline = 10

/** Records of one file, numbered from `firstId`. Reading ends at `limit` bytes of text. Throws when the file cannot be read. */
export async function readSegment(path: string, firstId: number, limit: number): Promise<SegmentRows> {
  const pieces: Buffer[] = []
  let left = limit
  let whole = true
  for (const frame of zstdFrames(await readFile(path))) {
    const piece = await decompressFrame(frame, left)
    pieces.push(piece.bytes)
    left -= piece.bytes.length
    whole &&= piece.whole
    if (left <= 0) break
  }
  return toRows(Buffer.concat(pieces), firstId, whole)
}

/** A last line without its end was being written when tact ended, and is left out if it is not a record. */
function toRows(text: Buffer, firstId: number, whole: boolean): SegmentRows {
  const rows: StoredRow[] = []
  let start = 0
  while (start < text.length) {
    const end = text.indexOf(newline, start)
    const line = text.subarray(start, end < 0 ? text.length : end)
    const torn = end < 0 && !isJson(line)
    if (torn) return { rows, whole: false }
    if (line.length > 0) rows.push({ eventId: firstId + rows.length, bytes: line })
    start = end < 0 ? text.length : end + 1
  }
  return { rows, whole: whole && text.length > 0 }
}

function isJson(line: Buffer): boolean {
  try {
    JSON.parse(line.toString('utf8'))
    return true
  } catch {
    return false
  }
}
