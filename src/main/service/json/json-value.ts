/**
 * A JSON value that loses nothing: numbers keep their spelling, objects their key order and their repeated keys. Plain
 * `JSON.parse` (and libraries built on plain objects) move integer-like keys to the front, drop repeated ones and round
 * integers above 2^53, so what is written back into an agent's file goes through this instead.
 */
export type JsonValue = null | boolean | string | JsonNumber | JsonObject | readonly JsonValue[]

/** A number as it is spelled, such as `1.0`, `1e3` or `18446744073709551615`. */
export class JsonNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }

  /** The nearest double; infinite where the text is beyond its range. */
  get value(): number {
    return Number(this.text)
  }

  /** Whether it is spelled without fraction and exponent. */
  get isInteger(): boolean {
    return !/[.eE]/.test(this.text)
  }
}

export interface JsonMember {
  readonly key: string
  readonly value: JsonValue
}

/** An object as it is spelled: members in file order, repeated keys included. */
export class JsonObject {
  readonly members: readonly JsonMember[]
  constructor(members: readonly JsonMember[]) {
    this.members = members
  }

  /** The last member of that key, as `JSON.parse` and a generic serde value have it; undefined when there is none. */
  get(key: string): JsonValue | undefined {
    return this.members.findLast((member) => member.key === key)?.value
  }

  /** Members without repetitions: each key at its first place with its last value. */
  unique(): readonly JsonMember[] {
    const values = new Map<string, JsonValue>()
    for (const member of this.members) values.set(member.key, member.value)
    if (values.size === this.members.length) return this.members
    return [...values].map(([key, value]) => ({ key, value }))
  }
}

/** Builds an object from pairs; pairs with an undefined value are left out. */
export function jsonObject(pairs: readonly (readonly [string, JsonValue | undefined])[]): JsonObject {
  const members: JsonMember[] = []
  for (const [key, value] of pairs) if (value !== undefined) members.push({ key, value })
  return new JsonObject(members)
}

/** What `JSON.parse` would have given for the same text. */
export function toPlain(value: JsonValue): unknown {
  if (value instanceof JsonNumber) return value.value
  if (value instanceof JsonObject) {
    const plain: Record<string, unknown> = {}
    for (const { key, value: inner } of value.members) {
      // `__proto__` must become an own key, as JSON.parse makes it.
      Object.defineProperty(plain, key, { value: toPlain(inner), enumerable: true, writable: true, configurable: true })
    }
    return plain
  }
  if (Array.isArray(value)) return value.map(toPlain)
  return value
}

/** A lossless value from a plain one, as `JSON.stringify` would spell it. */
export function fromPlain(value: unknown): JsonValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number') return Number.isFinite(value) ? new JsonNumber(String(value)) : null
  if (typeof value === 'bigint') return new JsonNumber(String(value))
  if (Array.isArray(value)) return value.map(fromPlain)
  if (typeof value === 'object') {
    return new JsonObject(Object.entries(value).map(([key, inner]) => ({ key, value: fromPlain(inner) })))
  }
  return null
}
