import { alignTokens } from './align-tokens'
import { commonBeginning, commonEnd } from './common-ends'
import { Interner } from './intern'
import { type Items, partOf } from './items'
import { pairChanged } from './pair-changed'
import type { Sliced } from './slices'

/** Which item of `b` an item of `a` is, by the place in each. */
export interface Pairing {
  /** For each of `a` its place in `b`, or -1. */
  readonly partner: Int32Array
  /** 1 where both have an item, and it stands elsewhere among the others. */
  readonly moved: Uint8Array
  /** 1 where both have an item, and its content differs. */
  readonly changed: Uint8Array
}

/**
 * Finds out which items of two sequences are the same ones: by their own id first, then by time and content, then by content in order. Places count
 * only to tell equal contents apart. What is left over between two pairs is taken for one changed item where kind and time, or kind and the
 * beginning, say so. The result for `(b, a)` is that for `(a, b)` turned round.
 */
export function* pairItems(a: Items, b: Items): Sliced<Pairing> {
  const from = yield* commonBeginning(a, b)
  const end = yield* commonEnd(a, b, from)
  const [left, right] = [partOf(a, from, a.count - end), partOf(b, from, b.count - end)]
  const inner = inOrder(left, right) ? yield* pair(left, right) : turned(yield* pair(right, left), left.count)
  const whole = { partner: new Int32Array(a.count), moved: new Uint8Array(a.count), changed: new Uint8Array(a.count) }
  whole.partner.set(Int32Array.from({ length: from }, (_, at) => at))
  whole.partner.set(
    inner.partner.map((other) => (other < 0 ? -1 : other + from)),
    from
  )
  whole.partner.set(
    Int32Array.from({ length: end }, (_, at) => b.count - end + at),
    a.count - end
  )
  whole.moved.set(inner.moved, from)
  whole.changed.set(inner.changed, from)
  return whole
}

function* pair(a: Items, b: Items): Sliced<Pairing> {
  const [left, right] = yield* tokensOf(a, b)
  const partner = yield* alignTokens(left, right)
  const moved = new Uint8Array(a.count)
  yield* pairMoved(left, right, partner, moved)
  yield* pairChanged(a, b, partner, moved)
  const changed = new Uint8Array(a.count)
  for (let at = 0; at < a.count; at += 1) {
    const other = partner[at] as number
    if (other >= 0 && a.content(at) !== b.content(other)) changed[at] = 1
    if (at % 2048 === 2047) yield
  }
  return { partner, moved, changed }
}

/** The same token on both sides stands for what is taken for the same item. */
function* tokensOf(a: Items, b: Items): Sliced<readonly [Int32Array, Int32Array]> {
  const left = new Int32Array(a.count).fill(-1)
  const right = new Int32Array(b.count).fill(-1)
  const names = new Interner()
  yield* share(a, b, left, right, names, (items, at) => {
    const id = items.native(at)
    return id === null ? null : `n${items.kind(at)} ${id}`
  })
  yield* share(a, b, left, right, names, (items, at) =>
    Number.isNaN(items.time(at)) ? null : `t${items.time(at)} ${items.content(at)}`
  )
  for (const [items, tokens] of [[a, left] as const, [b, right] as const]) {
    for (let at = 0; at < items.count; at += 1) {
      if ((tokens[at] as number) < 0) tokens[at] = names.of(`c${items.content(at)}`)
      if (at % 2048 === 2047) yield
    }
  }
  return [left, right]
}

/** Gives one token to items of both sides whose key occurs once on each. */
function* share(
  a: Items,
  b: Items,
  left: Int32Array,
  right: Int32Array,
  names: Interner,
  keyOf: (items: Items, at: number) => string | null
): Sliced<void> {
  const inA = yield* onlyPlaces(a, left, keyOf)
  const inB = yield* onlyPlaces(b, right, keyOf)
  for (const [key, at] of inA) {
    const other = inB.get(key)
    if (at < 0 || other === undefined || other < 0) continue
    const token = names.of(key)
    left[at] = token
    right[other] = token
  }
}

/** Place of each key among items without a token; -1 for a key that occurs more than once. */
function* onlyPlaces(
  items: Items,
  tokens: Int32Array,
  keyOf: (items: Items, at: number) => string | null
): Sliced<Map<string, number>> {
  const places = new Map<string, number>()
  for (let at = 0; at < items.count; at += 1) {
    const key = (tokens[at] as number) < 0 ? keyOf(items, at) : null
    if (key !== null) places.set(key, places.has(key) ? -1 : at)
    if (at % 2048 === 2047) yield
  }
  return places
}

/** Pairs what is left over on both sides with one token, and is the only one of it: it stands elsewhere now. */
function* pairMoved(left: Int32Array, right: Int32Array, partner: Int32Array, moved: Uint8Array): Sliced<void> {
  const taken = new Uint8Array(right.length)
  for (const other of partner) if (other >= 0) taken[other] = 1
  const here = onlyTokens(left, (at) => (partner[at] as number) < 0)
  yield
  const there = onlyTokens(right, (at) => taken[at] === 0)
  yield
  for (const [token, at] of here) {
    const other = there.get(token)
    if (at < 0 || other === undefined || other < 0) continue
    partner[at] = other
    moved[at] = 1
  }
}

function onlyTokens(tokens: Int32Array, isLeft: (at: number) => boolean): Map<number, number> {
  const places = new Map<number, number>()
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as number
    if (isLeft(at)) places.set(token, places.has(token) ? -1 : at)
  }
  return places
}

/** Whether `a` comes before `b` in an order that both calls of one comparison see the same way. */
function inOrder(a: Items, b: Items): boolean {
  if (a.count !== b.count) return a.count < b.count
  for (let at = 0; at < a.count; at += 1) {
    const [one, other] = [identityOf(a, at), identityOf(b, at)]
    if (one !== other) return one < other
  }
  return true
}

function identityOf(items: Items, at: number): string {
  return `${items.content(at)} ${items.time(at)} ${items.native(at) ?? ''} ${items.label(at)}`
}

function turned({ partner, moved, changed }: Pairing, count: number): Pairing {
  const back = { partner: new Int32Array(count).fill(-1), moved: new Uint8Array(count), changed: new Uint8Array(count) }
  for (let at = 0; at < partner.length; at += 1) {
    const other = partner[at] as number
    if (other < 0) continue
    back.partner[other] = at
    back.moved[other] = moved[at] as number
    back.changed[other] = changed[at] as number
  }
  return back
}
