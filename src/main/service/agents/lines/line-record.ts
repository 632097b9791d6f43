/** One native record of a file of JSON lines, or a range of bytes that holds none. */
export type LineRecord = ReadRecord | UnreadableBytes

export interface ReadRecord {
  readonly kind: 'record'
  readonly from: number
  readonly to: number
  /** Parsed JSON of any type; not every line is an object. */
  readonly value: unknown
  /** Long texts in it are cut, since its line is too long to be held; `wholeRecord` reads it as it is. */
  readonly shortened?: true
  /** It was found within a damaged line, or put together from several; the rest of it is reported apart. */
  readonly recovered?: true
  /** Bytes in it that are no UTF-8 were replaced by U+FFFD. */
  readonly replaced?: true
}

export interface UnreadableBytes {
  readonly kind: 'unreadable'
  readonly from: number
  readonly to: number
  /**
   * `nul`: a block of NUL bytes, as a crash leaves it. `unfinished`: the last line, which its writer may still be writing. `syntax`: no
   * JSON. `long`: too long to be held, and not only for long texts.
   */
  readonly reason: 'nul' | 'unfinished' | 'syntax' | 'long'
}

/** A record as an object; null for anything else. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}
