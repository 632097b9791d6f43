import type { Items } from './items'
import type { Sliced } from './slices'

/** Beginnings that are equal this far, in characters, are those of one item that went on differently. */
const enoughInCommon = 24

/**
 * Between two pairs that stand in order, takes a left-over item of each side for one that was changed: where both have the same kind and time, else
 * where both begin alike. Such pairs stand in order, too.
 */
export function* pairChanged(a: Items, b: Items, partner: Int32Array, moved: Uint8Array): Sliced<void> {
  const free = new Uint8Array(b.count).fill(1)
  for (const other of partner) if (other >= 0) free[other] = 0
  let [from, start] = [0, 0]
  for (let at = 0; at <= a.count; at += 1) {
    const isAnchor = at < a.count && (partner[at] as number) >= 0 && moved[at] === 0
    if (at < a.count && !isAnchor) continue
    const other = at < a.count ? (partner[at] as number) : b.count
    if (at > from && other > start) {
      const left = range(from, at).filter((each) => (partner[each] as number) < 0)
      const right = range(start, other).filter((each) => free[each] === 1)
      yield* pairWithin(a, b, left, right, partner)
    }
    from = at + 1
    start = other + 1
  }
}

/** How far ahead the partner of an item is looked for. */
const reach = 32

function* pairWithin(
  a: Items,
  b: Items,
  left: readonly number[],
  right: readonly number[],
  partner: Int32Array
): Sliced<void> {
  let next = 0
  for (const [index, at] of left.entries()) {
    if (index % 512 === 0) yield
    const nearby = right.slice(next, next + reach)
    const found = [sameTime, sameBeginning].map((isOne) => nearby.find((other) => isOne(a, at, b, other)))
    const other = found.find((each) => each !== undefined)
    if (other === undefined) continue
    partner[at] = other
    next = right.indexOf(other, next) + 1
  }
}

function sameTime(a: Items, at: number, b: Items, other: number): boolean {
  return a.time(at) === b.time(other) && a.kind(at) === b.kind(other)
}

function sameBeginning(a: Items, at: number, b: Items, other: number): boolean {
  if (a.kind(at) !== b.kind(other)) return false
  const [one, two] = [a.label(at), b.label(other)]
  const enough = Math.min(enoughInCommon, one.length, two.length)
  return (
    enough > 0 &&
    enough * 2 >= Math.min(enoughInCommon, Math.max(one.length, two.length)) &&
    one.slice(0, enough) === two.slice(0, enough)
  )
}

function range(from: number, end: number): number[] {
  return Array.from({ length: end - from }, (_, index) => from + index)
}
