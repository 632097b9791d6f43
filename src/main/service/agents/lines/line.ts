/** A physical line: what stands between two LF bytes. Nothing else ends a line: U+2028 and CR are content (cases: C4). */
export interface Line {
  /** Byte offset of its first byte. */
  readonly from: number
  /** Byte offset after its LF, or after its last byte where it has none. */
  readonly to: number
  /** Its bytes without the LF; null when it is longer than `longestLine`: then it is read through `shortenJson` or on demand. */
  readonly bytes: Buffer | null
  /** Whether an LF ends it; only the last line of a file may have none. */
  readonly ended: boolean
}

/** Lines above this many bytes are not taken into memory unless somebody asks for that one line. */
export const longestLine = 4 * 1024 * 1024

/** Bytes read at a time. */
export const chunkBytes = 256 * 1024

export const lineFeed = 0x0a
