import { describe, expect, it } from 'vitest'
import { imagePiece } from './image-piece'

describe('imagePiece', () => {
  it.each([0, 1, 2, 3, 393_215, 393_216, 393_217, 1_000_001])(
    'gives %i bytes in pieces that join to the whole',
    (length) => {
      const data = new Uint8Array(length).map((_, index) => index * 7)
      let base64 = ''
      for (let offset: number | null = 0; offset !== null; ) {
        const piece = imagePiece(data, offset)
        expect(piece.base64.length).toBeLessThanOrEqual(512 * 1024)
        base64 += piece.base64
        offset = piece.next
      }
      expect(Buffer.from(base64, 'base64').equals(data)).toBe(true)
    }
  )
})
