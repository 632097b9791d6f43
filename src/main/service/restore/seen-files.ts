import type { NodeFacts } from './gateway'

/** Clocks of file systems are coarse: a file written this recently may change again without a new time. */
const racyMs = 2_000

/** Whether a change at `at` (Unix ms) would give a file another time than the one it has. */
export function isSettled(timeNs: bigint, at: number): boolean {
  return at - Number(timeNs / 1_000_000n) > racyMs
}

/** Same file, of the same length and time of writing; the time of its names and rights may differ. */
export function sameWriting(a: NodeFacts, b: NodeFacts): boolean {
  return a.device === b.device && a.inode === b.inode && a.size === b.size && a.modifiedNs === b.modifiedNs
}

/**
 * What the system said of files just before they were read whole into the vault. While it says the same, nobody has written to them: the time
 * of the last change cannot be set back. Files that had changed a moment before are not remembered, since a second change might not show.
 */
export class SeenFiles {
  readonly #seen = new Map<string, NodeFacts>()

  /** @param at Unix ms, not later than the look that gave `node`. */
  remember(path: string, node: NodeFacts, at: number): void {
    if (isSettled(node.changedNs, at) && isSettled(node.modifiedNs, at)) this.#seen.set(path, node)
  }

  /** What was seen of the file, when it is still the same to the last detail; null when it has to be read again. */
  untouched(path: string, now: NodeFacts): NodeFacts | null {
    const seen = this.#seen.get(path)
    return seen !== undefined && sameWriting(seen, now) && seen.changedNs === now.changedNs ? seen : null
  }
}
