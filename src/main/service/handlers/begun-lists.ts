/** How long a list is kept for the pages that are still to be asked for, in ms. */
const keptMs = 30_000

/**
 * Lists of which a first page was given and more is to come. What follows is cut from the same list: it is not read again for every page, and nothing
 * is twice or missing when the agent writes meanwhile.
 */
export class BegunLists<T> {
  private readonly now: () => number
  private begun: { readonly key: string; readonly items: readonly T[]; readonly at: number } | null = null

  constructor(now: () => number) {
    this.now = now
  }

  async get(key: string, offset: number, read: () => Promise<readonly T[]>): Promise<readonly T[]> {
    const { begun } = this
    if (offset > 0 && begun?.key === key && this.now() - begun.at < keptMs) return begun.items
    const items = await read()
    this.begun = { key, items, at: this.now() }
    return items
  }

  /** Lets go of a list whose last page was given. */
  ended(key: string): void {
    if (this.begun?.key === key) this.begun = null
  }
}
