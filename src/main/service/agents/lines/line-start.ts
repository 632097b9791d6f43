import type { ByteSource } from './byte-source'
import { lineFeed } from './line'

const stepBytes = 64 * 1024

/** Beginning of the line that an offset lies in. */
export function lineStart(source: ByteSource, offset: number): number {
  for (let end = offset; end > 0; ) {
    const start = Math.max(0, end - stepBytes)
    const feed = source.read(start, end).lastIndexOf(lineFeed)
    if (feed !== -1) return start + feed + 1
    end = start
  }
  return 0
}
