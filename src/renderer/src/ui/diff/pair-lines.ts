import type { TextRow } from '@shared/domain/diff'

type Line = Extract<TextRow, { kind: 'line' }>

/** Two lines that stand beside each other; null where a side has none. */
export interface SplitLine {
  readonly a: Line | null
  readonly b: Line | null
  /** Whether a run of changed lines begins here; such a run is announced once. */
  readonly starts: boolean
}

/** Rows for both sides beside each other: of removed lines and those that took their place the first stands beside the first. */
export function pairLines(rows: readonly TextRow[]): readonly (SplitLine | { readonly fold: number })[] {
  const paired: (SplitLine | { fold: number })[] = []
  for (let at = 0; at < rows.length; ) {
    const row = rows[at]
    if (row?.kind === 'fold') {
      paired.push({ fold: row.lines })
      at += 1
    } else if (row?.sign === ' ') {
      paired.push({ a: row, b: row, starts: false })
      at += 1
    } else {
      const removed = run(rows, at, '-')
      const added = run(rows, at + removed.length, '+')
      for (let each = 0; each < Math.max(removed.length, added.length); each += 1)
        paired.push({ a: removed[each] ?? null, b: added[each] ?? null, starts: each === 0 })
      at += removed.length + added.length
    }
  }
  return paired
}

function run(rows: readonly TextRow[], from: number, sign: '+' | '-'): Line[] {
  const lines: Line[] = []
  for (let row = rows[from]; row?.kind === 'line' && row.sign === sign; row = rows[from + lines.length]) lines.push(row)
  return lines
}
