/** Small numbers for texts, so that comparing two of them is comparing two numbers. */
export class Interner {
  private readonly numbers = new Map<string, number>()

  of(text: string): number {
    const known = this.numbers.get(text)
    if (known !== undefined) return known
    const number = this.numbers.size
    this.numbers.set(text, number)
    return number
  }

  get size(): number {
    return this.numbers.size
  }
}
