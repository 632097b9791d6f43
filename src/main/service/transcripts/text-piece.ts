import { withoutHalf } from '../catalog/cut-text'
import { maskPiece } from '../redaction/mask-piece'
import { answerBudget, jsonBytes } from './answer-size'

/** Longest piece of a text or of raw records, in UTF-16 units. */
export const pieceLength = 256 * 1024

/**
 * The beginning of `text` from `offset`, at most `units` long and at most `bytes` as JSON. It ends between characters: a pair is never
 * split, a lone surrogate passes.
 */
export function pieceOf(text: string, offset: number, units: number, bytes: number): string {
  const end = Math.min(text.length, offset + units)
  let piece = text.slice(offset, end)
  if (end < text.length) piece = piece.length > 1 ? withoutHalf(piece) : piece
  for (let size = jsonBytes(piece); size > bytes && piece.length > 1; size = jsonBytes(piece)) {
    const shorter = Math.max(1, Math.floor((piece.length * bytes) / size) - 1)
    piece = shorter > 1 ? withoutHalf(piece.slice(0, shorter)) : piece.slice(0, shorter)
  }
  return piece
}

/** One piece of a long text, masked, with the offset of the next one in the text as it is; null after the last. */
export function textPiece(text: string, offset: number): { text: string; next: number | null } {
  if (offset >= text.length) return { text: '', next: null }
  const { text: piece, end } = maskPiece(text, offset, pieceLength, answerBudget, 'named')
  return { text: alone(piece), next: end < text.length ? end : null }
}

/** A slice holds the whole text that it was cut from; who gathers the pieces of a text of 60 MB would hold that text for each of them. */
function alone(piece: string): string {
  return Buffer.from(piece, 'utf16le').toString('utf16le')
}
