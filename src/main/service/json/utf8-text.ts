import { isUtf8 } from 'node:buffer'

export interface DecodedText {
  /** Without a byte order mark; bytes that are no UTF-8 are replaced by U+FFFD. */
  readonly text: string
  readonly byteOrderMark: boolean
  readonly validUtf8: boolean
}

/** Decodes a file's bytes for reading, and says what a strict reader would stumble over. */
export function decodeUtf8(bytes: Uint8Array): DecodedText {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const byteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return {
    text: buffer.toString('utf8', byteOrderMark ? 3 : 0),
    byteOrderMark,
    validUtf8: isUtf8(buffer)
  }
}
