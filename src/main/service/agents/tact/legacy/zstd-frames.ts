import { createZstdDecompress } from 'node:zlib'

const magic = 0xfd2fb528
const skippable = 0x184d2a50

/** Splits zstd data into its frames (RFC 8878, 3.1); the last one may be incomplete. Node decompresses only one at a time. */
export function zstdFrames(bytes: Buffer): readonly Buffer[] {
  const frames: Buffer[] = []
  let at = 0
  while (at + 4 <= bytes.length) {
    const start = bytes.readUInt32LE(at)
    const end = start === magic ? frameEnd(bytes, at) : skippedEnd(bytes, at, start)
    if (end === null) break
    if (start === magic) frames.push(bytes.subarray(at, end))
    at = end
  }
  return frames
}

/** Decompresses what is there of one frame, up to `limit` bytes; `whole` is false when the frame ends too early. */
export function decompressFrame(frame: Buffer, limit: number): Promise<{ bytes: Buffer; whole: boolean }> {
  return new Promise((resolve) => {
    const stream = createZstdDecompress()
    const pieces: Buffer[] = []
    let size = 0
    const finish = (whole: boolean) => {
      stream.destroy()
      resolve({ bytes: Buffer.concat(pieces), whole })
    }
    stream.on('data', (piece: Buffer) => {
      pieces.push(piece)
      size += piece.length
      if (size >= limit) finish(false)
    })
    // Everything that was written before the crash came out already.
    stream.on('error', () => finish(false))
    stream.on('end', () => finish(true))
    stream.end(frame)
  })
}

function skippedEnd(bytes: Buffer, at: number, start: number): number | null {
  const isSkippable = start >= skippable && start <= skippable + 15
  return isSkippable && at + 8 <= bytes.length ? at + 8 + bytes.readUInt32LE(at + 4) : null
}

/** End of the frame that starts here, or of the data when the frame is cut off. */
function frameEnd(bytes: Buffer, at: number): number {
  const descriptor = bytes[at + 4] ?? 0
  const single = (descriptor & 0x20) !== 0
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0
  const size = [single ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0
  let block = at + 5 + (single ? 0 : 1) + dictionary + size
  while (block + 3 <= bytes.length) {
    const header = bytes.readUIntLE(block, 3)
    const length = ((header >> 1) & 3) === 1 ? 1 : header >> 3
    block += 3 + length
    if ((header & 1) === 1) return Math.min(bytes.length, block + ((descriptor & 4) !== 0 ? 4 : 0))
  }
  return bytes.length
}
