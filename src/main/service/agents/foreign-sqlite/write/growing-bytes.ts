/** Bytes that are put together piece by piece in one buffer, so that a large state is not held twice. */
export class GrowingBytes {
  #buffer: Buffer
  #length = 0

  /** `expected` is how many bytes there will probably be; a good guess saves a copy. */
  constructor(expected: number) {
    this.#buffer = Buffer.allocUnsafeSlow(Math.max(expected, 4096))
  }

  add(piece: Uint8Array): void {
    const needed = this.#length + piece.length
    if (needed > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, Math.ceil(this.#buffer.length * 1.5)))
      this.#buffer.copy(larger, 0, 0, this.#length)
      this.#buffer = larger
    }
    this.#buffer.set(piece, this.#length)
    this.#length = needed
  }

  /** Everything so far; later pieces do not show in it. */
  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length)
  }
}
