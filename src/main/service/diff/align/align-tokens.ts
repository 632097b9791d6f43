import { diffArrays } from 'diff'
import { longestIncreasing } from './longest-increasing'
import type { Sliced } from './slices'

/** Half-open ranges of both sides that lie between two anchors. */
interface Gap {
  readonly a: number
  readonly aEnd: number
  readonly b: number
  readonly bEnd: number
}

/** A gap with more edits than this is split by its rarest tokens before it is looked at again. */
const mostEdits = 300
/** Below this, one comparison costs less than a look for rare tokens. */
const smallGap = 64

/**
 * Aligns two sequences of tokens in order: for each place of `a` the place of `b` that stands for it, or -1. Both rise together. Tokens that
 * occur once on both sides anchor the rest, so that sequences of any length take time near to linear; what lies between anchors is compared
 * edit by edit where that is little, and is split at its rarest tokens where it is not.
 */
export function* alignTokens(a: Int32Array, b: Int32Array): Sliced<Int32Array> {
  const partner = new Int32Array(a.length).fill(-1)
  const gaps: Gap[] = [{ a: 0, aEnd: a.length, b: 0, bEnd: b.length }]
  for (let gap = gaps.pop(); gap !== undefined; gap = gaps.pop()) {
    const inner = trimmed(a, b, gap, partner)
    if (inner.a === inner.aEnd || inner.b === inner.bEnd) continue
    yield
    if (settleSmall(a, b, inner, partner)) continue
    gaps.push(...split(inner, yield* anchorsOf(a, b, inner, partner), partner))
  }
  return partner
}

/** Takes what both sides begin and end with; gives what is left. */
function trimmed(a: Int32Array, b: Int32Array, gap: Gap, partner: Int32Array): Gap {
  let { a: from, aEnd, b: start, bEnd } = gap
  while (from < aEnd && start < bEnd && a[from] === b[start]) partner[from++] = start++
  while (from < aEnd && start < bEnd && a[aEnd - 1] === b[bEnd - 1]) partner[--aEnd] = --bEnd
  return { a: from, aEnd, b: start, bEnd }
}

/** Compares a gap edit by edit; false where that would take too many. */
function settleSmall(a: Int32Array, b: Int32Array, gap: Gap, partner: Int32Array): boolean {
  const longer = Math.max(gap.aEnd - gap.a, gap.bEnd - gap.b)
  if (longer > smallGap * 8) return false
  const changes = diffArrays(Array.from(a.subarray(gap.a, gap.aEnd)), Array.from(b.subarray(gap.b, gap.bEnd)), {
    maxEditLength: mostEdits
  })
  if (changes === undefined) return false
  let left = gap.a
  let right = gap.b
  for (const { added, removed, count } of changes) {
    if (removed) left += count
    else if (added) right += count
    else for (let each = 0; each < count; each += 1) partner[left++] = right++
  }
  return true
}

/** Places of `a` in the gap that anchor it, ascending; their partners are noted. None where both sides have nothing in common. */
function* anchorsOf(a: Int32Array, b: Int32Array, gap: Gap, partner: Int32Array): Sliced<Int32Array> {
  const inA = yield* placesOf(a, gap.a, gap.aEnd)
  const inB = yield* placesOf(b, gap.b, gap.bEnd)
  const rarest = rarestCommon(inA, inB)
  yield
  const candidates: number[] = []
  const partners: number[] = []
  for (const [token, places] of inA) {
    const others = inB.get(token)
    if (others === undefined || Math.max(places.length, others.length) > rarest) continue
    for (const [nth, place] of places.entries()) {
      const other = others[nth]
      if (other === undefined) break
      candidates.push(place)
      partners.push(other)
    }
  }
  const order = candidates.map((_, index) => index)
  // Where each occurs once they are in order already: a map keeps the order in which its keys came.
  if (rarest > 1) order.sort((x, y) => (candidates[x] as number) - (candidates[y] as number))
  yield
  const chosen = longestIncreasing(Int32Array.from(order, (index) => partners[index] as number))
  yield
  return Int32Array.from(chosen, (at) => {
    const index = order[at] as number
    partner[candidates[index] as number] = partners[index] as number
    return candidates[index] as number
  })
}

/** How often the rarest token that both sides have occurs on the side where it is more frequent; 0 for none. */
function rarestCommon(
  inA: ReadonlyMap<number, readonly number[]>,
  inB: ReadonlyMap<number, readonly number[]>
): number {
  let rarest = 0
  for (const [token, places] of inA) {
    const others = inB.get(token)
    if (others === undefined) continue
    const times = Math.max(places.length, others.length)
    if (rarest === 0 || times < rarest) rarest = times
    if (rarest === 1) break
  }
  return rarest
}

function* placesOf(tokens: Int32Array, from: number, end: number): Sliced<Map<number, number[]>> {
  const places = new Map<number, number[]>()
  for (let at = from; at < end; at += 1) {
    const token = tokens[at] as number
    const known = places.get(token)
    if (known === undefined) places.set(token, [at])
    else known.push(at)
    if (at % 4096 === 4095) yield
  }
  return places
}

function split(gap: Gap, anchors: Int32Array, partner: Int32Array): Gap[] {
  const parts: Gap[] = []
  let { a, b } = gap
  // Without an anchor nothing is in common.
  if (anchors.length === 0) return parts
  for (const anchor of anchors) {
    const other = partner[anchor] as number
    if (anchor > a && other > b) parts.push({ a, aEnd: anchor, b, bEnd: other })
    a = anchor + 1
    b = other + 1
  }
  if (gap.aEnd > a && gap.bEnd > b) parts.push({ a, aEnd: gap.aEnd, b, bEnd: gap.bEnd })
  return parts
}
