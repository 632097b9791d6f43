import type { ByteSource } from './byte-source'
import { chunkBytes } from './line'

/** Bytes that are kept of one text within a line that is too long, and of the whole line. */
const keptOfText = 160 * 1024
const keptOfLine = 3 * 1024 * 1024

const quote = 0x22
const backslash = 0x5c
const letterU = 0x75

/**
 * The JSON text of a very long line with every long text in it cut, read chunk by chunk, so that its structure is known at little cost.
 * Null when it is long for another reason than long texts, or is not ended.
 */
export function shortenJson(source: ByteSource, from: number, to: number): Buffer | null {
  const shortener = new Shortener()
  for (let at = from; at < to; ) {
    const chunk = source.read(at, Math.min(at + chunkBytes, to))
    if (chunk.length === 0) return null
    shortener.push(chunk)
    if (shortener.bytes > keptOfLine) return null
    at += chunk.length
  }
  return shortener.result()
}

/** Goes through the bytes of a line. A text is cut only between characters, and between escapes. */
class Shortener {
  bytes = 0
  private readonly kept: Buffer[] = []
  private inText = false
  /** The rest of the text at hand is left out. */
  private cut = false
  private escaped = false
  /** Digits of an escape that still follow. */
  private digits = 0
  private room = 0

  push(chunk: Buffer): void {
    // Local variables make this loop, which sees every byte of thirty megabytes, several times faster.
    let { inText, cut, escaped, digits, room } = this
    let begin = cut ? -1 : 0
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number
      if (!inText) {
        if (byte !== quote) continue
        inText = true
        room = keptOfText
      } else if (escaped) {
        escaped = false
        digits = byte === letterU ? 4 : 0
      } else if (digits > 0) digits -= 1
      else if (byte === quote) {
        inText = false
        if (cut) begin = at
        cut = false
      } else {
        if (room <= 0 && !cut && (byte & 0xc0) !== 0x80) {
          this.keep(chunk.subarray(begin, at))
          cut = true
          begin = -1
        }
        escaped = byte === backslash
      }
      room -= 1
    }
    if (begin !== -1) this.keep(chunk.subarray(begin))
    Object.assign(this, { inText, cut, escaped, digits, room })
  }

  result(): Buffer | null {
    return this.inText ? null : Buffer.concat(this.kept)
  }

  private keep(bytes: Buffer): void {
    this.kept.push(bytes)
    this.bytes += bytes.length
  }
}
