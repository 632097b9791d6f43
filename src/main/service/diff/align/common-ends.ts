import type { Items } from './items'
import type { Sliced } from './slices'

/** Most comparisons are of what went on and what it went on from: what both begin with needs no search. */
export function* commonBeginning(a: Items, b: Items): Sliced<number> {
  const most = Math.min(a.count, b.count)
  let count = 0
  while (count < most && isSame(a, count, b, count)) if (++count % 8192 === 0) yield
  return count
}

export function* commonEnd(a: Items, b: Items, from: number): Sliced<number> {
  const most = Math.min(a.count, b.count) - from
  let count = 0
  while (count < most && isSame(a, a.count - 1 - count, b, b.count - 1 - count)) if (++count % 8192 === 0) yield
  return count
}

function isSame(a: Items, at: number, b: Items, other: number): boolean {
  return a.content(at) === b.content(other) && Object.is(a.time(at), b.time(other)) && a.native(at) === b.native(other)
}
