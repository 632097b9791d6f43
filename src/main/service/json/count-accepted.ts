import { deepestNesting } from './check-shape'
import type { Shape } from './shape'

/** Number of members that a value spells by itself, in known places; `refused` when the shape does not accept it. */
type Count = (value: unknown, depth: number) => number

/** So low that no sum with it comes near zero. */
const refused = Number.NEGATIVE_INFINITY

const compiled = new WeakMap<Shape, Count>()

/**
 * A quick yes for what `JSON.parse` gave: the number of members in known places when the value fits the shape, else null. When the text
 * spells exactly as many members, there are no repeated and no unknown keys in it. Never a yes where `checkShape` says no, but
 * sometimes null where it says yes: then that decides.
 */
export function countAccepted(value: unknown, shape: Shape): number | null {
  const count = compile(shape)(value, 0)
  return count === refused ? null : count
}

function compile(shape: Shape): Count {
  const known = compiled.get(shape)
  if (known !== undefined) return known
  const made = make(shape)
  compiled.set(shape, made)
  return made
}

function when(accepts: (value: unknown) => boolean): Count {
  return (value) => (accepts(value) ? 0 : refused)
}

function make(shape: Shape): Count {
  switch (shape.kind) {
    case 'text':
      return when((value) => typeof value === 'string')
    case 'boolean':
      return when((value) => typeof value === 'boolean')
    case 'integer': {
      const [min, max] = [Number(shape.min), Number(shape.max)]
      const fits = (value: number) => !Object.is(value, -0) && value >= min && value <= max
      return when((value) => Number.isSafeInteger(value) && fits(value as number))
    }
    case 'single':
      return when(Number.isFinite)
    case 'anything':
      return countAnything
    case 'word': {
      const words = new Set([...shape.words, ...Object.keys(shape.aliases)])
      return when((value) => typeof value === 'string' && words.has(value))
    }
    case 'format':
      return when((value) => typeof value === 'string' && shape.accepts(value))
    case 'tagged':
      return countTagged(shape.variants)
    case 'list':
      return countList(compile(shape.of))
    case 'map':
      return countMap(compile(shape.of))
    case 'struct':
      return countStruct(shape)
  }
}

function countTagged(variants: Readonly<Record<string, Shape>>): Count {
  const counts = new Map(Object.entries(variants).map(([name, inner]) => [name, compile(inner)]))
  return (value, depth) => {
    if (!isObject(value)) return refused
    const [only, ...more] = Object.entries(value)
    const count = only !== undefined && more.length === 0 ? counts.get(only[0]) : undefined
    return count === undefined ? refused : 1 + count(only?.[1], depth + 1)
  }
}

function countList(inner: Count): Count {
  return (value, depth) => {
    if (!Array.isArray(value) || depth >= deepestNesting) return refused
    let sum = 0
    for (const item of value) sum += inner(item, depth + 1)
    return sum
  }
}

function countMap(inner: Count): Count {
  return (value, depth) => {
    if (!isObject(value) || depth >= deepestNesting) return refused
    let sum = 0
    for (const key in value) sum += 1 + inner(value[key], depth + 1)
    return sum
  }
}

function countStruct(shape: Shape & { kind: 'struct' }): Count {
  const fields = shape.fields.map(({ key, shape: inner, presence }) => ({
    key,
    count: compile(inner),
    mayBeAbsent: presence !== 'required',
    mayBeNull: presence === 'nullable' || presence === 'omitted'
  }))
  return (value, depth) => {
    if (!isObject(value) || depth >= deepestNesting) return refused
    let sum = 0
    for (const { key, count, mayBeAbsent, mayBeNull } of fields) {
      const inner = value[key]
      if (inner === undefined) {
        if (!mayBeAbsent) return refused
      } else if (inner === null && mayBeNull) sum += 1
      else sum += 1 + count(inner, depth + 1)
    }
    return sum
  }
}

function countAnything(value: unknown, depth: number): number {
  if (typeof value === 'number') return Number.isFinite(value) ? 0 : refused
  if (typeof value !== 'object' || value === null) return 0
  if (depth >= deepestNesting) return refused
  let sum = 0
  if (Array.isArray(value)) for (const item of value) sum += countAnything(item, depth + 1)
  else for (const inner of Object.values(value)) sum += 1 + countAnything(inner, depth + 1)
  return sum
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
