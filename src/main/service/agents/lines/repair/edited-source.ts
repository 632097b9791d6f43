import type { ByteSource } from '../byte-source'
import type { Edit } from './edit'

/** A file as its edits would make it, without a copy of it in memory. */
export interface EditedSource extends ByteSource {
  /** Where a place of it stands in the file that was edited; of what an edit put in, where that edit stands. */
  originOf(at: number): number
}

/** Bytes of the file below, or those of an edit, at a place of the edited one. */
interface Piece {
  readonly at: number
  readonly length: number
  readonly origin: number
  readonly bytes: Buffer | null
}

/** `edits` are in the order of the file; one that reaches into the one before is left for another round. */
export function editedSource(source: ByteSource, edits: readonly Edit[]): EditedSource {
  const { pieces, size } = piecesOf(source.size, edits)
  return {
    size,
    read(from, to, memory) {
      const start = Math.max(0, from)
      const end = Math.min(to, size)
      const only = pieces[indexAt(pieces, start)]
      // Mostly all of it stands in one piece of the file: then nothing is copied.
      if (only?.bytes === null && start < end && end <= only.at + only.length) {
        return source.read(only.origin + start - only.at, only.origin + end - only.at, memory)
      }
      return gathered(source, pieces, start, end)
    },
    originOf(at) {
      const piece = pieces[indexAt(pieces, at)]
      if (piece === undefined) return 0
      return piece.bytes === null ? piece.origin + Math.min(at - piece.at, piece.length) : piece.origin
    }
  }
}

/** All of the edited file, in memory. */
export function applyEdits(source: ByteSource, edits: readonly Edit[]): Buffer {
  const edited = editedSource(source, edits)
  return edited.read(0, edited.size)
}

function piecesOf(size: number, edits: readonly Edit[]): { pieces: readonly Piece[]; size: number } {
  const pieces: Piece[] = []
  let at = 0
  let copied = 0
  const add = (length: number, origin: number, bytes: Buffer | null) => {
    if (length > 0) pieces.push({ at, length, origin, bytes })
    at += length
  }
  for (const { from, to, bytes } of edits) {
    if (from < copied) continue
    add(from - copied, copied, null)
    add(bytes.length, from, bytes)
    copied = to
  }
  add(size - copied, copied, null)
  return { pieces, size: at }
}

function gathered(source: ByteSource, pieces: readonly Piece[], from: number, to: number): Buffer {
  const parts: Buffer[] = []
  for (let index = indexAt(pieces, from); index < pieces.length; index += 1) {
    const { at, length, origin, bytes } = pieces[index] as Piece
    if (at >= to) break
    const begin = Math.max(0, from - at)
    const end = Math.min(length, to - at)
    parts.push(bytes === null ? source.read(origin + begin, origin + end) : bytes.subarray(begin, end))
  }
  return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)
}

/** The last piece that begins at or before a place. */
function indexAt(pieces: readonly Piece[], at: number): number {
  let low = 0
  let high = pieces.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((pieces[middle]?.at ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return low
}
