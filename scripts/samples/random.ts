/** A small deterministic generator: the same seed gives the same homes on every machine. */
export interface Random {
  /** At least 0, less than 1. */
  next(): number
  /** A whole number, both ends included. */
  integer(from: number, to: number): number
  pick<T>(list: readonly T[]): T
  chance(probability: number): boolean
  /** `count` hex digits. */
  hex(count: number): string
  /** UUID of version 4. */
  uuid(): string
  /** UUID of version 7 for a time in Unix ms. */
  uuidAt(time: number): string
}

/** 32-bit state, period 2^32: enough for invented text, no use for keys. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const hex = (count: number) => Array.from({ length: count }, () => integer(0, 15).toString(16)).join('')
  const tail = () => `${(8 + integer(0, 3)).toString(16)}${hex(3)}-${hex(12)}`
  return {
    next,
    integer,
    hex,
    pick: (list) => {
      const item = list[integer(0, list.length - 1)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
    chance: (probability) => next() < probability,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${tail()}`,
    uuidAt: (time) => {
      const stamp = Math.floor(time).toString(16).padStart(12, '0')
      return `${stamp.slice(0, 8)}-${stamp.slice(8, 12)}-7${hex(3)}-${tail()}`
    }
  }
}
