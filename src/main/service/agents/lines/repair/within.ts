import type { ByteSource } from '../byte-source'

/** The record without what stands around it on its line. */
export function within(source: ByteSource, { from, to }: { from: number; to: number }): { from: number; to: number } {
  const bytes = source.read(from, to)
  let start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  let end = bytes.length
  while (start < end && isSpace(bytes[start])) start += 1
  while (end > start && isSpace(bytes[end - 1])) end -= 1
  return { from: from + start, to: from + end }
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === 0x0a
}
