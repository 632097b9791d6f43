import type { IntegerType, Shape, StructShape } from './shape'
import { timeText } from './time-text'

/** Whether a plain value (as `JSON.parse` gives it) has the shape. */
export type QuickFit = (value: unknown) => boolean

/**
 * Compiles a shape to a check that costs a fraction of parsing, for scans and first screens. Numbers have lost their spelling
 * by then, so `1.0` passes for an integer; `shapeProblems` is the exact check.
 */
export function quickFit(shape: Shape): QuickFit {
  switch (shape.is) {
    case 'anything':
      return (value) => isShallow(value, freeDepth)
    case 'text':
      return (value) => typeof value === 'string'
    case 'flag':
      return (value) => typeof value === 'boolean'
    case 'float':
      return (value) => typeof value === 'number'
    case 'integer':
      return integerFit(shape.type)
    case 'time':
      return (value) => typeof value === 'string' && timeText(value) !== null
    case 'choice': {
      const values = new Set<unknown>(shape.values)
      return (value) => values.has(value)
    }
    case 'as found':
      return isRecord
    case 'optional': {
      const inner = quickFit(shape.of)
      return (value) => value === null || inner(value)
    }
    case 'list':
      return listFit(quickFit(shape.of))
    case 'map': {
      const inner = quickFit(shape.of)
      return (value) => isRecord(value) && Object.values(value).every(inner)
    }
    case 'struct':
      return structFit(shape, null)
    case 'tagged':
      return taggedFit(shape.tag, shape.variants)
    case 'either': {
      const inner = shape.of.map(quickFit)
      return (value) => inner.some((fits) => fits(value))
    }
    case 'text or': {
      const inner = structFit(shape.of, null)
      return (value) => typeof value === 'string' || inner(value)
    }
  }
}

/** Free JSON stands at most a dozen levels deep in a document; serde_json follows 127 (format 0.3). */
const freeDepth = 110

/** Whether a value nests at most so many levels of lists and objects; looks no deeper. */
export function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  for (const inner of Array.isArray(value) ? value : Object.values(value))
    if (!isShallow(inner, levels - 1)) return false
  return true
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function integerFit(type: IntegerType): QuickFit {
  const bits = { u8: 8, u32: 32, u64: 64, usize: 64, u128: 128, i32: 31, i64: 63 }[type]
  const [low, high] = [type.startsWith('i') ? -(2 ** bits) : 0, 2 ** bits]
  // The largest 64-bit integers round up to the power of two itself.
  return (value) => typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high
}

function listFit(inner: QuickFit): QuickFit {
  return (value) => {
    if (!Array.isArray(value)) return false
    for (const item of value) if (!inner(item)) return false
    return true
  }
}

function structFit(shape: StructShape, tag: string | null): QuickFit {
  const fields = shape.fields.map((field) => ({
    name: field.name,
    alias: field.alias,
    needed: field.absent === 'error',
    fits: quickFit(field.shape)
  }))
  const names = new Set(shape.fields.map((field) => field.name))
  if (tag !== null) names.add(tag)
  return (value) => {
    if (!isRecord(value)) return false
    if (shape.closed) for (const key of Object.keys(value)) if (!names.has(key)) return false
    for (const field of fields) {
      let found = value[field.name]
      if (field.alias !== undefined) {
        const old = value[field.alias]
        if (old !== undefined && found !== undefined) return false
        found ??= old
      }
      if (found === undefined ? field.needed : !field.fits(found)) return false
    }
    return true
  }
}

function taggedFit(tag: string, variants: Readonly<Record<string, StructShape>>): QuickFit {
  const fits = new Map<unknown, QuickFit>(
    Object.entries(variants).map(([name, shape]) => [name, structFit(shape, tag)])
  )
  return (value) => isRecord(value) && (fits.get(value[tag])?.(value) ?? false)
}
