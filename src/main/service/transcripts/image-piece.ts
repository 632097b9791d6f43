/** Longest piece of an image, in base64 characters: a multiple of four, so that pieces join without padding between. */
const pieceLength = 512 * 1024

/** One piece of an image as base64, with the offset of the next one; null after the last. */
export function imagePiece(data: Uint8Array, offset: number): { base64: string; next: number | null } {
  const start = Math.floor(offset / 4) * 3
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const encoded = bytes
    .subarray(start, start + (pieceLength / 4) * 3)
    .toString('base64')
    .slice(offset % 4)
  const end = offset + encoded.length
  return { base64: encoded, next: end < Math.ceil(data.byteLength / 3) * 4 && encoded !== '' ? end : null }
}
