import type { ByteSource } from '../../lines/byte-source'
import { chunkBytes, lineFeed } from '../../lines/line'

/**
 * Offset after the record that a fork took over last, told by the record's id: what stands before was copied. 0 where there is no such
 * record. Copies stand first, so that the search ends with them.
 */
export function copiedTo(source: ByteSource, id: string): number {
  const mark = Buffer.from(`"type":"message","id":${JSON.stringify(id)}`)
  for (let at = 0; at < source.size; at += chunkBytes) {
    const bytes = source.read(at, Math.min(source.size, at + chunkBytes + mark.length))
    const found = bytes.indexOf(mark)
    if (found !== -1) return endOfLine(source, at + found)
  }
  return 0
}

function endOfLine(source: ByteSource, from: number): number {
  for (let at = from; at < source.size; at += chunkBytes) {
    const feed = source.read(at, Math.min(source.size, at + chunkBytes)).indexOf(lineFeed)
    if (feed !== -1) return at + feed + 1
  }
  return source.size
}
