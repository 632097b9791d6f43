import type { ByteSource } from '../../lines/byte-source'

const mark = Buffer.from('"uuid":"')
const uuidLength = 36
const chunkBytes = 1024 * 1024

/**
 * Ids of the records of a file, found by their bytes alone: many times faster than parsing, and enough to tell which records another file
 * has too. Within texts the mark is escaped, so it is not met there.
 */
export function* uuidsIn(source: ByteSource, until = source.size): Generator<string> {
  const overlap = mark.length + uuidLength
  for (let at = 0; at < until; ) {
    const chunk = source.read(at, Math.min(at + chunkBytes + overlap, until))
    if (chunk.length === 0) return
    for (let found = chunk.indexOf(mark); found !== -1 && found < chunkBytes; found = chunk.indexOf(mark, found + 1)) {
      const start = found + mark.length
      const uuid = chunk.toString('latin1', start, start + uuidLength)
      if (uuid.length === uuidLength) yield uuid
    }
    at += chunkBytes
  }
}

/** The first record's id within the beginning of a file. */
export function firstUuid(source: ByteSource): string | null {
  for (const bytes of [16 * 1024, 512 * 1024]) {
    for (const uuid of uuidsIn(source, Math.min(bytes, source.size))) return uuid
  }
  return null
}
