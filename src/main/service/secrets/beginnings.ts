/** Things by the first two characters of the words that they begin with: two characters tell nearly all words of a text apart from them. */
export class Beginnings<T> {
  private readonly byTwo = new Map<number, T[]>()
  private readonly known = new Uint8Array(128 * 128)

  constructor(things: readonly (readonly [beginning: string, thing: T])[]) {
    for (const [beginning, thing] of things) {
      const two = beginning.charCodeAt(0) * 128 + beginning.charCodeAt(1)
      this.known[two] = 1
      this.byTwo.set(two, [...(this.byTwo.get(two) ?? []), thing])
    }
  }

  /** Those whose first two characters stand at a place; undefined for none. */
  at(text: string, at: number): readonly T[] | undefined {
    const first = text.charCodeAt(at)
    const second = text.charCodeAt(at + 1)
    if (!(first < 128 && second < 128)) return undefined
    const two = first * 128 + second
    return this.known[two] === 1 ? this.byTwo.get(two) : undefined
  }
}
