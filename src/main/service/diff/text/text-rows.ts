import type { DiffPart, TextRow } from '@shared/domain/diff'
import { visibleText } from '@shared/domain/visible-text'
import type { TextDiff } from './diff-text'
import { markWords } from './mark-words'
import { maskedLines } from './masked-lines'

/** A line is shown up to here, in UTF-16 units. */
const longestLine = 4000

/** What makes two last lines differ that look the same. */
const noEnd: DiffPart = { text: ' (no line end)', changed: true }

/** Rows of a diff as they are shown, for the given list of row numbers and folds (`folded`). */
export function textRows(diff: TextDiff, shown: Int32Array): TextRow[] {
  const before = texts(diff.before, diff.a, shown, diff.mate)
  const after = texts(diff.after, diff.b, shown, diff.mate)
  return Array.from(shown, (row): TextRow => {
    if (row < 0) return { kind: 'fold', lines: -row }
    const [a, b] = [diff.a[row] as number, diff.b[row] as number]
    const numbers = { a: a < 0 ? null : a + 1, b: b < 0 ? null : b + 1 }
    const sign = a < 0 ? '+' : b < 0 ? '-' : ' '
    return { kind: 'line', sign, ...numbers, parts: partsOf(diff, row, before, after) }
  })
}

type Texts = ReadonlyMap<number, string>

function partsOf(diff: TextDiff, row: number, before: Texts, after: Texts): DiffPart[] {
  const [a, b] = [diff.a[row] as number, diff.b[row] as number]
  const text = (b < 0 ? before.get(a) : after.get(b)) ?? ''
  const mate = diff.mate[row] as number
  if (mate < 0) return [{ text, changed: false }]
  const other = (b < 0 ? after.get(diff.b[mate] as number) : before.get(diff.a[mate] as number)) ?? ''
  // Two different secrets of one kind look the same.
  if (text === other) {
    const lines = b < 0 ? diff.before : diff.after
    const isOpen = lines.isOpen && (b < 0 ? a : b) === lines.count - 1
    return isOpen ? [{ text, changed: false }, noEnd] : [{ text, changed: true }]
  }
  const marked = b < 0 ? markWords(text, other)?.[0] : markWords(other, text)?.[1]
  return marked ?? [{ text, changed: false }]
}

/** The lines of one side that rows and their mates need, by their numbers. */
function texts(lines: TextDiff['before'], of: Int32Array, shown: Int32Array, mate: Int32Array): Texts {
  const needed = new Set<number>()
  for (const row of shown) {
    if (row < 0) continue
    for (const each of [row, mate[row] as number]) {
      const line = each < 0 ? -1 : (of[each] as number)
      if (line >= 0) needed.add(line)
    }
  }
  const found = new Map<number, string>()
  for (const [from, end] of runsOf([...needed].sort((x, y) => x - y))) {
    const run = maskedLines(lines, from, end, longestLine)
    for (const [index, text] of run.entries()) found.set(from + index, readable(text))
  }
  return found
}

/** Runs of numbers, with what little lies between two of them. */
function runsOf(numbers: readonly number[]): [number, number][] {
  const runs: [number, number][] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last && number - last[1] < 200) last[1] = number + 1
    else runs.push([number, number + 1])
  }
  return runs
}

/** A carriage return at the end is a difference that is worth seeing. */
function readable(text: string): string {
  return visibleText(text.endsWith('\r') ? `${text.slice(0, -1)}␍` : text)
}
