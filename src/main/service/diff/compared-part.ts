import type { ComparePart, DiffChange, DiffCounts, DiffRow } from '@shared/domain/diff'
import type { ComparedText } from './text/text-difference'

/** One part of a comparison: rows that are made when they are asked for, and the texts behind them. */
export interface ComparedPart {
  readonly part: ComparePart
  /** What became of each row's item, in order. */
  readonly changes: readonly DiffChange[]
  row(index: number): DiffRow
  /** Throws `not.found` where the row has no more than it shows, or its session has changed since. */
  text(index: number, signal: AbortSignal): Promise<ComparedText>
}

/** How often each change occurs. An item that moved has two rows and counts once. */
export function countsOf(changes: Iterable<DiffChange>): DiffCounts {
  const counts = { same: 0, changed: 0, removed: 0, added: 0, moved: 0 }
  for (const change of changes) {
    if (change === 'moved-to' || change === 'renamed') counts.moved += 1
    else if (change !== 'moved-from') counts[change] += 1
  }
  return counts
}

/** Rows of one change behind each other: the number of the change in `changeKinds`, and how many rows, in turn. */
export function runsOf(changes: readonly DiffChange[], numberOf: (change: DiffChange) => number): number[] {
  const runs: number[] = []
  let last: DiffChange | undefined
  for (const change of changes) {
    if (change === last) runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1
    else runs.push(numberOf(change), 1)
    last = change
  }
  return runs
}
