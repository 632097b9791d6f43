/**
 * The crate's documents described as data: one description serves the quick check of a scan, the exact check with the
 * crate's own messages, and the canonical text that digests are made of (format: 0.2, 0.3, 6.3).
 */
export type Shape =
  | { readonly is: 'text' }
  | { readonly is: 'flag' }
  | { readonly is: 'integer'; readonly type: IntegerType }
  | { readonly is: 'float'; readonly bits: 32 | 64 }
  /** RFC 3339; written with `Z` and a fraction of 0, 3, 6 or 9 digits. */
  | { readonly is: 'time' }
  /** Any JSON; keys are sorted bytewise when written. */
  | { readonly is: 'anything' }
  /** An object that is kept as found, in its own key order: closed evidence that nothing here looks into. */
  | { readonly is: 'as found' }
  | { readonly is: 'optional'; readonly of: Shape }
  | { readonly is: 'list'; readonly of: Shape }
  | { readonly is: 'map'; readonly of: Shape }
  | { readonly is: 'choice'; readonly values: readonly string[] }
  | StructShape
  /** Told apart by the text under `tag`, which is written first. */
  | { readonly is: 'tagged'; readonly tag: string; readonly variants: Readonly<Record<string, StructShape>> }
  /** The first that fits. */
  | { readonly is: 'either'; readonly name: string; readonly of: readonly Shape[] }
  /** A plain text stands for an object with that one field. */
  | { readonly is: 'text or'; readonly field: string; readonly of: StructShape }

export interface StructShape {
  readonly is: 'struct'
  /** The crate's name of the type, as its messages use it. */
  readonly name: string
  /** An unknown field is an error. */
  readonly closed: boolean
  readonly fields: readonly Field[]
}

export interface Field {
  readonly name: string
  /** An old name that reads the same. */
  readonly alias?: string
  readonly shape: Shape
  /** What an absent field means: an error, none, or this canonical text. */
  readonly absent: 'error' | 'none' | { readonly text: string }
  /** Canonical text with which the field is left out; `never` is a field that is read and never written. */
  readonly omitted?: { readonly when: string } | 'never written'
}

export const integerTypes = ['u8', 'u32', 'u64', 'usize', 'u128', 'i32', 'i64'] as const
export type IntegerType = (typeof integerTypes)[number]

export const text: Shape = { is: 'text' }
export const flag: Shape = { is: 'flag' }
export const usize: Shape = { is: 'integer', type: 'usize' }
export const u64: Shape = { is: 'integer', type: 'u64' }
export const u32: Shape = { is: 'integer', type: 'u32' }
export const i64: Shape = { is: 'integer', type: 'i64' }
export const i32: Shape = { is: 'integer', type: 'i32' }
export const f32: Shape = { is: 'float', bits: 32 }
export const f64: Shape = { is: 'float', bits: 64 }
export const anything: Shape = { is: 'anything' }
export const asFound: Shape = { is: 'as found' }

export const list = (of: Shape): Shape => ({ is: 'list', of })
export const map = (of: Shape): Shape => ({ is: 'map', of })
export const choice = (...values: readonly string[]): Shape => ({ is: 'choice', values })
export const struct = (name: string, fields: readonly Field[]): StructShape => ({
  is: 'struct',
  name,
  closed: false,
  fields
})
export const closedStruct = (name: string, fields: readonly Field[]): StructShape => ({
  is: 'struct',
  name,
  closed: true,
  fields
})

/** R: required. */
export const required = (name: string, shape: Shape): Field => ({ name, shape, absent: 'error' })

/** O: absent or null is none; written as null. */
export const nullable = (name: string, of: Shape): Field => ({
  name,
  shape: { is: 'optional', of },
  absent: 'none'
})

/** O-: absent or null is none; left out when none. */
export const optional = (name: string, of: Shape): Field => ({
  name,
  shape: { is: 'optional', of },
  absent: 'none',
  omitted: { when: 'null' }
})

/** D: absent is the default, given as canonical text. */
export const byDefault = (name: string, shape: Shape, defaultText: string): Field => ({
  name,
  shape,
  absent: { text: defaultText }
})

/** D and S: absent is the default, and the default is left out. */
export const unlessDefault = (name: string, shape: Shape, defaultText: string): Field => ({
  name,
  shape,
  absent: { text: defaultText },
  omitted: { when: defaultText }
})
