import type { PlacedRun } from './place-runs'

/** Finds the run that a message belongs to. */
export class RunAt {
  private readonly anchored: readonly (PlacedRun & { readonly start: number })[]

  /** Placed runs come with rising starts. */
  constructor(placed: readonly PlacedRun[]) {
    this.anchored = placed.flatMap((run) => (run.start === null ? [] : [{ ...run, start: run.start }]))
  }

  /** Number of the run; null for a message before the first one that has a place. */
  find(message: number): number | null {
    let [low, high] = [0, this.anchored.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.anchored[middle]?.start ?? 0) <= message) low = middle + 1
      else high = middle
    }
    const found = this.anchored[low - 1]
    return found !== undefined && message <= found.end ? found.run : null
  }
}
