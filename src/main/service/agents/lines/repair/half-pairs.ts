import type { Edit } from './edit'

const replacement = Buffer.from('\\ufffd')
const escapeBytes = 6

/** Finds escapes of one half of a surrogate pair whose other half is not beside it, in bytes that come chunk by chunk. */
export class HalfPairs {
  /** What stands at the end of a chunk and may be the beginning of an escape. */
  private rest: Buffer = Buffer.alloc(0)
  /** Where the first half of a pair stands whose second one is to come. */
  private waiting: number | null = null

  edits(chunk: Buffer, at: number): readonly Edit[] {
    const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk])
    const base = at - this.rest.length
    const edits: Edit[] = []
    let index = bytes.indexOf(0x5c)
    while (index !== -1 && index + escapeBytes <= bytes.length) {
      const isUnicode = bytes[index + 1] === 0x75
      if (isUnicode) edits.push(...this.take(bytes.toString('latin1', index + 2, index + escapeBytes), base + index))
      // The second of two backslashes begins nothing.
      index = bytes.indexOf(0x5c, index + (isUnicode ? escapeBytes : 2))
    }
    this.rest = index === -1 ? Buffer.alloc(0) : Buffer.from(bytes.subarray(index))
    return edits
  }

  /** A first half that nothing came after. */
  last(): readonly Edit[] {
    return this.lone(this.waiting)
  }

  private take(digits: string, at: number): readonly Edit[] {
    const first = this.waiting
    const isHigh = /^[dD][89abAB][0-9a-fA-F]{2}$/.test(digits)
    const isLow = /^[dD][c-fC-F][0-9a-fA-F]{2}$/.test(digits)
    const isPair = isLow && first === at - escapeBytes
    this.waiting = isHigh ? at : null
    if (isPair) return []
    return [...this.lone(first), ...this.lone(isLow ? at : null)]
  }

  private lone(at: number | null): readonly Edit[] {
    return at === null ? [] : [{ from: at, to: at + escapeBytes, bytes: replacement, kind: 'surrogate' }]
  }
}
