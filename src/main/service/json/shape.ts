/**
 * What a Rust program's serde types accept and print, as data: checked by `checkShape`, printed by `writeShape`. Only what
 * stored files use is here; that serde also takes a struct spelled as an array is left out (no program writes that).
 */
export type Shape =
  | { readonly kind: 'text' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'integer'; readonly min: bigint; readonly max: bigint }
  /** A 32-bit float. Integers are accepted. */
  | { readonly kind: 'single' }
  /** Any JSON, decoded as a generic value: repeated keys pass, lone surrogates and numbers beyond a double do not. */
  | { readonly kind: 'anything' }
  /** One of several words; the aliases are read and printed as the word they stand for. */
  | { readonly kind: 'word'; readonly words: readonly string[]; readonly aliases: Readonly<Record<string, string>> }
  /** Text in a format of its own; `canonical` gives the spelling that is printed, for what `accepts` lets through. */
  | {
      readonly kind: 'format'
      readonly name: string
      readonly accepts: (text: string) => boolean
      readonly canonical: (text: string) => string
    }
  /** One of several variants with a value each: an object with one key. */
  | { readonly kind: 'tagged'; readonly variants: Readonly<Record<string, Shape>> }
  | { readonly kind: 'list'; readonly of: Shape }
  | { readonly kind: 'map'; readonly of: Shape }
  | StructShape

export interface StructShape {
  readonly kind: 'struct'
  /** In the order in which they are printed. */
  readonly fields: readonly Field[]
}

/**
 * How a field may be absent. `required`: never. `nullable`: absent and null are alike, printed as null. `omitted`: absent and
 * null are alike, not printed. `defaulted`: absent gives the fallback, null is refused, always printed. `skipped`: like
 * `defaulted`, but an empty list or map is not printed.
 */
export type Presence = 'required' | 'nullable' | 'omitted' | 'defaulted' | 'skipped'

export interface Field {
  readonly key: string
  readonly shape: Shape
  readonly presence: Presence
  /** JSON text of the value of an absent field, for `defaulted`. */
  readonly fallback?: string
}

const max = (bits: bigint) => 2n ** bits - 1n

export const text: Shape = { kind: 'text' }
export const boolean: Shape = { kind: 'boolean' }
export const single: Shape = { kind: 'single' }
export const anything: Shape = { kind: 'anything' }
export const u8: Shape = { kind: 'integer', min: 0n, max: max(8n) }
export const u32: Shape = { kind: 'integer', min: 0n, max: max(32n) }
export const u64: Shape = { kind: 'integer', min: 0n, max: max(64n) }
export const i32: Shape = { kind: 'integer', min: -(2n ** 31n), max: max(31n) }

export function list(of: Shape): Shape {
  return { kind: 'list', of }
}

export function map(of: Shape): Shape {
  return { kind: 'map', of }
}

export function word(words: readonly string[], aliases: Readonly<Record<string, string>> = {}): Shape {
  return { kind: 'word', words, aliases }
}

export function struct(...fields: readonly Field[]): StructShape {
  return { kind: 'struct', fields }
}

export function required(key: string, shape: Shape): Field {
  return { key, shape, presence: 'required' }
}

export function nullable(key: string, shape: Shape): Field {
  return { key, shape, presence: 'nullable' }
}

export function omitted(key: string, shape: Shape): Field {
  return { key, shape, presence: 'omitted' }
}

export function defaulted(key: string, shape: Shape, fallback: string): Field {
  return { key, shape, presence: 'defaulted', fallback }
}

/** A list that is not printed when empty. */
export function skipped(key: string, shape: Shape): Field {
  return { key, shape, presence: 'skipped' }
}
