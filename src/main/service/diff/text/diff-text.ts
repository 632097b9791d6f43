import { alignTokens } from '../align/align-tokens'
import { Interner } from '../align/intern'
import type { Sliced } from '../align/slices'
import { Lines } from './lines'

/** Two texts line by line, in the order in which a person reads both: what went before what took its place. */
export interface TextDiff {
  readonly before: Lines
  readonly after: Lines
  /** Line of `before` in each row, or -1 for an added one. */
  readonly a: Int32Array
  /** Line of `after` in each row, or -1 for a removed one. */
  readonly b: Int32Array
  /** Row of the line that took this one's place or whose place it took, or -1. */
  readonly mate: Int32Array
  readonly added: number
  readonly removed: number
}

/** Compares two texts by lines. A line end that one text has at its end and the other not makes the last lines differ. */
export function* diffText(before: string, after: string): Sliced<TextDiff> {
  const [left, right] = [new Lines(before), new Lines(after)]
  const names = new Interner()
  const a = yield* tokensOf(left, names)
  const b = yield* tokensOf(right, names)
  const partner = yield* alignTokens(a, b)
  return rowsOf(left, right, partner)
}

function* tokensOf(lines: Lines, names: Interner): Sliced<Int32Array> {
  const tokens = new Int32Array(lines.count)
  for (let at = 0; at < lines.count; at += 1) {
    const open = lines.isOpen && at === lines.count - 1
    tokens[at] = names.of(open ? `o${lines.line(at)}` : lines.line(at))
    if (at % 8192 === 8191) yield
  }
  return tokens
}

function rowsOf(before: Lines, after: Lines, partner: Int32Array): TextDiff {
  const a: number[] = []
  const b: number[] = []
  const mate: number[] = []
  let [added, removed, other] = [0, 0, 0]
  for (let at = 0; at <= partner.length; ) {
    const begin = a.length
    while (at < partner.length && (partner[at] as number) < 0) {
      a.push(at++)
      b.push(-1)
    }
    const gone = a.length - begin
    const next = at < partner.length ? (partner[at] as number) : after.count
    const came = next - other
    for (; other < next; other += 1) {
      a.push(-1)
      b.push(other)
    }
    for (let each = 0; each < gone; each += 1) mate.push(each < came ? begin + gone + each : -1)
    for (let each = 0; each < came; each += 1) mate.push(each < gone ? begin + each : -1)
    removed += gone
    added += came
    if (at === partner.length) break
    a.push(at++)
    b.push(other++)
    mate.push(-1)
  }
  return { before, after, a: Int32Array.from(a), b: Int32Array.from(b), mate: Int32Array.from(mate), added, removed }
}
