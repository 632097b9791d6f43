/** Longest text that is kept, in UTF-16 units. */
const longest = 100_000

/**
 * What was made of the texts that were met last: a page is asked for again whenever its session grows, and a list has the same prompt as title, preview and
 * prompt. Holds about `most` units of texts; when they are full it begins anew.
 */
export class RecentTexts<T> {
  private readonly most: number
  private readonly known = new Map<string, T>()
  private held = 0

  constructor(most: number) {
    this.most = most
  }

  get(text: string, make: (text: string) => T): T {
    if (text.length > longest) return make(text)
    const known = this.known.get(text)
    if (known !== undefined) return known
    const made = make(text)
    if (this.held + text.length > this.most) {
      this.known.clear()
      this.held = 0
    }
    this.held += text.length
    this.known.set(text, made)
    return made
  }
}
