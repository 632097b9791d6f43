import type { Pairing } from './pair-items'
import type { Sliced } from './slices'

/** What became of an item. A moved one stands in a script twice: where it was, and where it is. */
export const ops = ['same', 'changed', 'removed', 'added', 'moved-from', 'moved-to'] as const
export type Op = (typeof ops)[number]

/** The way from `a` to `b`, one row for each item in the order in which a person reads both; -1 where a side has none. */
export interface Script {
  /** Indices into `ops`. */
  readonly op: Uint8Array
  readonly a: Int32Array
  readonly b: Int32Array
}

const code = Object.fromEntries(ops.map((op, index) => [op, index])) as Readonly<Record<Op, number>>

/** Puts items of both sides into one order: those of `b` in theirs, what only `a` has before what took its place. */
export function* scriptOf({ partner, moved, changed }: Pairing, countB: number): Sliced<Script> {
  const from = new Int32Array(countB).fill(-1)
  for (let at = 0; at < partner.length; at += 1) if ((partner[at] as number) >= 0) from[partner[at] as number] = at
  const rows: Rows = { op: [], a: [], b: [] }
  const stays = (at: number) => at >= 0 && (partner[at] as number) >= 0 && moved[at] === 0
  let at = 0
  for (let other = 0; other <= countB; other += 1) {
    while (at < partner.length && !stays(at)) leave(rows, partner, at++)
    if (other === countB) break
    const origin = from[other] as number
    if (stays(origin)) push(rows, changed[origin] === 1 ? 'changed' : 'same', at++, other)
    else push(rows, origin < 0 ? 'added' : 'moved-to', origin, other)
    if (other % 8192 === 8191) yield
  }
  return { op: Uint8Array.from(rows.op), a: Int32Array.from(rows.a), b: Int32Array.from(rows.b) }
}

interface Rows {
  readonly op: number[]
  readonly a: number[]
  readonly b: number[]
}

function push(rows: Rows, op: Op, a: number, b: number): void {
  rows.op.push(code[op])
  rows.a.push(a)
  rows.b.push(b)
}

function leave(rows: Rows, partner: Int32Array, at: number): void {
  const other = partner[at] as number
  push(rows, other < 0 ? 'removed' : 'moved-from', at, other)
}
