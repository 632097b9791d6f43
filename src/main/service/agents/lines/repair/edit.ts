import type { ByteSource } from '../byte-source'

/** Bytes of a file that would be others. `from` equal to `to` puts something in. */
export interface Edit {
  readonly from: number
  readonly to: number
  readonly bytes: Buffer
  /** What kind of damage it mends. */
  readonly kind: string
}

/** The file with these edits, which are in its order; one that reaches into the one before is left for another round. */
export function applyEdits(source: ByteSource, edits: readonly Edit[]): Buffer {
  const pieces: Buffer[] = []
  let copied = 0
  for (const { from, to, bytes } of edits) {
    if (from < copied) continue
    pieces.push(source.read(copied, from), bytes)
    copied = to
  }
  pieces.push(source.read(copied, source.size))
  return Buffer.concat(pieces)
}
