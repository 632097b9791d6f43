import type { Sliced } from '../align/slices'
import type { TextDiff } from './diff-text'
import { contextRows, folded } from './folded'
import type { Lines } from './lines'
import { maskedLines } from './masked-lines'

/** What a patch calls its sides; null where there is nothing on that side. */
export interface PatchNames {
  readonly before: string | null
  readonly after: string | null
}

/** A unified diff. What looks like a secret is masked in it. Empty where nothing differs. */
export function* patchText(diff: TextDiff, names: PatchNames): Sliced<string> {
  if (diff.added === 0 && diff.removed === 0) return ''
  const rows = folded(diff.a.length, (row) => (diff.a[row] as number) < 0 || (diff.b[row] as number) < 0)
  const hunks = hunksOf(diff, rows)
  const out = [`--- ${nameOf(names.before, 'a')}`, `+++ ${nameOf(names.after, 'b')}`]
  for (const hunk of hunks) {
    out.push(...hunkLines(diff, hunk))
    yield
  }
  return `${out.join('\n')}\n`
}

function nameOf(path: string | null, side: string): string {
  return path === null ? '/dev/null' : `${side}/${path.replace(/^\/+/, '')}`
}

/** Rows between folds; at both ends no more than the usual context. */
function hunksOf(diff: TextDiff, rows: Int32Array): readonly (readonly [number, number])[] {
  const hunks: [number, number][] = []
  let from = 0
  let row = 0
  for (const each of rows) {
    if (each >= 0) {
      row = each + 1
      continue
    }
    if (row > from) hunks.push([from, row])
    from = row - each
    row = from
  }
  if (row > from) hunks.push([from, row])
  return hunks.flatMap((hunk) => cut(diff, hunk))
}

function cut(diff: TextDiff, [from, end]: readonly [number, number]): (readonly [number, number])[] {
  const isSame = (row: number) => (diff.a[row] as number) >= 0 && (diff.b[row] as number) >= 0
  let first = from
  let last = end
  while (first < end && isSame(first)) first += 1
  if (first === end) return []
  while (isSame(last - 1)) last -= 1
  return [[Math.max(from, first - contextRows), Math.min(end, last + contextRows)]]
}

function hunkLines(diff: TextDiff, [from, end]: readonly [number, number]): string[] {
  const [before, after] = [rangeOf(diff.a, from, end), rangeOf(diff.b, from, end)]
  const left = maskedLines(diff.before, before.from, before.from + before.count)
  const right = maskedLines(diff.after, after.from, after.from + after.count)
  const lines = [`@@ -${spanOf(before)} +${spanOf(after)} @@`]
  for (let row = from; row < end; row += 1) {
    const [a, b] = [diff.a[row] as number, diff.b[row] as number]
    lines.push(b < 0 ? `-${left[a - before.from]}` : `${a < 0 ? '+' : ' '}${right[b - after.from]}`)
    const ends = (lines: Lines, line: number) => lines.isOpen && line === lines.count - 1
    if (b < 0 ? ends(diff.before, a) : ends(diff.after, b)) lines.push('\\ No newline at end of file')
  }
  return lines
}

interface Range {
  readonly from: number
  readonly count: number
}

/** Lines of one side in a hunk; where there are none, the line that the hunk stands behind. */
function rangeOf(of: Int32Array, from: number, end: number): Range {
  const lines = [...of.subarray(from, end)].filter((line) => line >= 0)
  if (lines.length > 0) return { from: lines[0] as number, count: lines.length }
  for (let row = from - 1; row >= 0; row -= 1)
    if ((of[row] as number) >= 0) return { from: (of[row] as number) + 1, count: 0 }
  return { from: 0, count: 0 }
}

function spanOf({ from, count }: Range): string {
  const start = count === 0 ? from : from + 1
  return count === 1 ? `${start}` : `${start},${count}`
}
